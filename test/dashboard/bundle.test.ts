import { expect, test } from 'bun:test'
import { bundleDashboard } from '../../src/dashboard/bundle.ts'

const staticImports = /(?:from|import)"\.\/([\w-]+\.js)"/g
const dynamicImports = /import\("\.\/([\w-]+\.js)"\)/g

test('the first view loads at most 120 kB of script, and no map', async () => {
  const { assets, script, themeInit } = await bundleDashboard()
  const toText = (name: string) => assets.find((asset) => asset.name === name)?.text ?? ''
  /** Adds a file and what it cannot do without. */
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const [, next] of toText(name).matchAll(staticImports)) reach(next as string, seen)
    return seen
  }
  const first = reach(script, new Set([themeInit]))
  const overview = [...first]
    .flatMap((name) => [...toText(name).matchAll(dynamicImports)])
    .map(([, name]) => name as string)
    .find((name) => /export\s*{[^}]*\bOverview\b/.test(toText(name)))
  expect(overview).toBeDefined()
  const loaded = reach(overview as string, first)
  const bytes = [...loaded].reduce(
    (sum, name) => sum + Bun.gzipSync(toText(name), { level: 9 }).length,
    0,
  )
  expect(bytes).toBeLessThanOrEqual(120_000)
  expect([...loaded].some((name) => toText(name).includes('country:"FR"'))).toBe(false)
  expect(assets.some(({ text }) => text.includes('country:"FR"'))).toBe(true)
})
