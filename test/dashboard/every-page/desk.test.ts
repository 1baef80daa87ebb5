import { expect, test } from 'bun:test'
import { pages, targetPages } from '../../../src/dashboard/pages.tsx'
import { lookAtEveryPage, ownRows, type Row, websiteRows } from './every-page.ts'

const toPaths = (rows: readonly Row[]) => [...new Set(rows.map(({ page }) => page))].sort()

test('every page has a row here', () => {
  expect(toPaths(ownRows)).toEqual(pages.map(({ path }) => path).sort())
  expect(toPaths(websiteRows)).toEqual(targetPages.map(({ path }) => path).sort())
})

lookAtEveryPage({
  name: 'at a desk, in light and dark',
  options: {},
  themes: [false, true],
  loads: true,
})
