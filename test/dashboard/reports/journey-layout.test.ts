import { expect, test } from 'bun:test'
import { layOutJourneys } from '../../../src/dashboard/reports/journey-layout.ts'

test('journeys become nodes and streams whose heights are their visits', () => {
  const { columns, nodes, links, scale, height } = layOutJourneys([
    { items: ['/', '/a'], count: 3 },
    { items: ['/', '/b'], count: 1 },
    { items: ['/a'], count: 1 },
  ])
  expect(columns).toEqual([5, 4])
  // 340 pixels for five visits.
  expect(scale).toBe(68)
  expect(nodes.map(({ step, name, count, y, height }) => [step, name, count, y, height])).toEqual([
    [0, '/', 4, 0, 272],
    [0, '/a', 1, 280, 68],
    [1, '/a', 3, 0, 204],
    [1, '/b', 1, 212, 68],
  ])
  expect(
    links.map(({ from, to, count, fromY, toY, height }) => [
      from.name,
      to.name,
      count,
      fromY,
      toY,
      height,
    ]),
  ).toEqual([
    ['/', '/a', 3, 0, 0, 204],
    ['/', '/b', 1, 204, 212, 68],
  ])
  expect(height).toBe(348)
})

test('rare items of a column share a node', () => {
  const journeys = Array.from({ length: 12 }, (_, index) => ({
    items: [`/${index}`],
    count: 20 - index,
  }))
  const { nodes } = layOutJourneys(journeys)
  // The last four came 12, 11, 10 and 9 times.
  expect(nodes.map(({ name, count }) => [name, count]).slice(7)).toEqual([
    ['/7', 13],
    [null, 42],
  ])
})

test('nothing is drawn of nothing', () => {
  expect(layOutJourneys([])).toEqual({ columns: [], nodes: [], links: [], scale: 0, height: 0 })
})
