import { expect, test } from 'bun:test'
import { bundleDashboard } from '../../../src/dashboard/bundle.ts'
import { listRegions } from '../../../src/dashboard/text/regions.ts'

test('regions are listed by country, each with its own code and name', () => {
  const blocks = listRegions().split('\n\n')
  const lines = (country: string) => blocks.find((block) => block.startsWith(`${country}\n`))
  expect(lines('LI')?.split('\n').slice(0, 3)).toEqual(['LI', '01 Balzers', '02 Eschen'])
  expect(lines('US')).toContain('\nNY New York\n')
  expect(lines('IN')).toContain('\nKA Karnātaka\n')
})

test('their names are a file of their own, of less than 60 kB', async () => {
  const { assets, needed, script } = await bundleDashboard()
  const files = assets.filter(({ text }) => text.includes('KA Karnātaka'))
  expect(files.map(({ name }) => [script, ...needed].includes(name))).toEqual([false])
  const [file] = files
  expect(Bun.gzipSync(file?.text ?? '', { level: 9 }).length).toBeLessThan(60_000)
})
