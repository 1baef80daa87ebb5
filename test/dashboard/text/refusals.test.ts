import { expect, test } from 'bun:test'
import { Glob } from 'bun'

// The page's language is the browser's, and there is no browser here.
Object.defineProperty(navigator, 'languages', { value: ['en-US'], configurable: true })
const { refusalText } = await import('../../../src/dashboard/text/refusals.ts')

/** Sentences of the API that no page of the dashboard can bring about. */
const unheard = [
  'That id is already in use.',
  'Either startAt+endAt or startDate+endDate must be provided',
  'compareStartAt and compareEndAt must be provided together',
  'The event could not be stored.',
  'The upload is at ',
  'Nothing was uploaded under this name.',
  'A piece has at most 1 MiB.',
]

test('every sentence in which the server refuses something has words in the languages of the page', async () => {
  const sentences: string[] = []
  for await (const path of new Glob('src/**/*.ts').scan('.')) {
    if (path.startsWith('src/dashboard/')) continue
    const text = await Bun.file(path).text()
    const found = text.matchAll(/badRequest\(\s*(?:'([^']+)'|`([^`$]+))/g)
    sentences.push(...[...found].map(([, plain, begun]) => plain ?? `${begun}`))
  }
  expect(sentences.length).toBeGreaterThan(10)
  const unknown = sentences.filter((message) => {
    const problem = { kind: 'invalid', message, fields: {} } as const
    return refusalText(problem) === null && !unheard.includes(message)
  })
  expect(unknown).toEqual([])
})
