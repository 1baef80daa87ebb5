// The pages of the demo website, the most popular first.

import type { Random } from './random.ts'

export interface DemoPage {
  path: string
  title: string
}

const siteName = 'Northwind'

const fixedPages: readonly (readonly [string, string])[] = [
  ['/', 'Everyday bikes and gear'],
  ['/pricing', 'Pricing'],
  ['/shop', 'Shop'],
  ['/blog', 'Blog'],
  ['/search', 'Search'],
  ['/cart', 'Your cart'],
  ['/checkout', 'Checkout'],
  ['/about', 'About us'],
  ['/docs', 'Documentation'],
  ['/contact', 'Contact'],
]

const sections = ['blog', 'shop', 'docs', 'guides', 'news'] as const
const first = 'how why what best choose repair clean compare build find plan test'.split(' ')
const second = 'city road trail folding cargo electric gravel touring vintage light'.split(' ')
const third = 'bike frame wheel saddle helmet pedal chain light lock basket tyre pump'.split(' ')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** This many pages; each has a path and a title of its own. */
export function makePages(random: Random, count: number): DemoPage[] {
  const pages = fixedPages
    .slice(0, count)
    .map(([path, title]) => ({ path, title: `${title} – ${siteName}` }))
  for (let number = pages.length; number < count; number++) {
    const words = [random.oneOf(first), random.oneOf(second), random.oneOf(third)]
    pages.push({
      path: `/${random.oneOf(sections)}/${words.join('-')}-${number}`,
      title: `${words.map(capital).join(' ')} ${number} – ${siteName}`,
    })
  }
  return pages
}
