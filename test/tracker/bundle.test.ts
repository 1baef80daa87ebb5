import { expect, test } from 'bun:test'
import { bundleTracker } from '../../src/tracker/bundle.ts'

const gzippedSize = (text: string) => Bun.gzipSync(text, { level: 9 }).length

test('visitors load at most 4.5 kB, of which 2.5 kB are not for measuring', async () => {
  expect(gzippedSize(await bundleTracker())).toBeLessThanOrEqual(4_500)
  expect(gzippedSize(await bundleTracker({ vitals: false }))).toBeLessThanOrEqual(2_500)
})

test('the script is one expression that leaves no names behind', async () => {
  const script = await bundleTracker()
  expect(script).toStartWith('(()=>{')
  expect(script).toEndWith('})();')
})
