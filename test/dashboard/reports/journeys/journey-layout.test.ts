import { expect, test } from 'bun:test'
import { findNeighbour } from '../../../../src/dashboard/reports/journeys/journey-keys.ts'
import { layOutFlows, nodeOn } from '../../../../src/dashboard/reports/journeys/journey-layout.ts'
import {
  lightOfJourney,
  lightOfNode,
} from '../../../../src/dashboard/reports/journeys/journey-light.ts'
import type { JourneyFlows } from '../../../../src/stats/reports/journey-flows.ts'

// Five of six visits: /, /a three times; /, /b; and /c, which is with /d among the others.
const flows: JourneyFlows = {
  visits: 6,
  steps: [
    {
      visits: 5,
      nodes: [
        { name: '/', visits: 4, items: 1 },
        { name: null, visits: 1, items: 2 },
      ],
      links: [
        { from: '/', to: '/a', visits: 3 },
        { from: '/', to: '/b', visits: 1 },
      ],
    },
    {
      visits: 4,
      nodes: [
        { name: '/a', visits: 3, items: 1 },
        { name: '/b', visits: 1, items: 1 },
      ],
      links: [],
    },
  ],
}

test('flows become nodes and streams whose heights are their visits', () => {
  const { whole, columns, nodes, links, scale, height } = layOutFlows(flows, 2)
  expect([whole, columns]).toEqual([6, [5, 4]])
  // 340 pixels for five visits.
  expect(scale).toBe(68)
  expect(
    nodes.map(({ step, name, visits, ended, y, height }) => [step, name, visits, ended, y, height]),
  ).toEqual([
    [0, '/', 4, 0, 0, 272],
    [0, null, 1, 1, 280, 68],
    // What comes after the last step is not known.
    [1, '/a', 3, null, 0, 204],
    [1, '/b', 1, null, 212, 68],
  ])
  expect(
    links.map(({ from, to, visits, fromY, toY, height }) => [
      from.name,
      to.name,
      visits,
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

test('where fewer steps were taken than asked for, visits ended at the last', () => {
  const { nodes } = layOutFlows(flows, 3)
  expect(nodes.map(({ ended }) => ended)).toEqual([0, 1, 3, 1])
})

test('a journey goes through the nodes of its items, or through the others', () => {
  const picture = layOutFlows(flows, 2)
  const through = (...items: string[]) =>
    items.map((_, step) => nodeOn(picture, { items, count: 1 }, step)?.name)
  expect(through('/', '/b')).toEqual(['/', '/b'])
  expect(through('/d')).toEqual([null])
  expect(nodeOn(picture, { items: ['/'], count: 1 }, 1)).toBeUndefined()
})

test('light falls on the ways of a node, or on that of a journey', () => {
  const picture = layOutFlows(flows, 2)
  const named = ({ nodes, links }: ReturnType<typeof lightOfNode>) => ({
    nodes: [...nodes].map(({ name }) => name),
    links: [...links].map(([{ from, to }, visits]) => [from.name, to.name, visits]),
  })
  const [start, others] = picture.nodes
  expect(named(lightOfNode(picture, start as NonNullable<typeof start>))).toEqual({
    nodes: ['/', '/a', '/b'],
    links: [
      ['/', '/a', 3],
      ['/', '/b', 1],
    ],
  })
  expect(named(lightOfNode(picture, others as NonNullable<typeof others>))).toEqual({
    nodes: [null],
    links: [],
  })
  expect(named(lightOfJourney(picture, { items: ['/', '/a'], count: 2 }))).toEqual({
    nodes: ['/', '/a'],
    links: [['/', '/a', 2]],
  })
})

test('nothing is drawn of nothing', () => {
  expect(layOutFlows({ visits: 0, steps: [] }, 5)).toMatchObject({
    columns: [],
    nodes: [],
    links: [],
    height: 0,
  })
})

test('arrow keys go to the neighbors of a node', () => {
  const picture = layOutFlows(flows, 2)
  const [start, others, first, second] = picture.nodes
  const next = (from: typeof start, key: string, dir = 'ltr') =>
    findNeighbour(picture, from as NonNullable<typeof start>, key, dir === 'rtl')
  expect(next(start, 'ArrowDown')).toBe(others)
  expect(next(start, 'ArrowUp')).toBeUndefined()
  expect(next(start, 'ArrowRight')).toBe(first)
  // The nearest in height.
  expect(next(others, 'ArrowRight')).toBe(second)
  expect(next(second, 'ArrowLeft')).toBe(others)
  expect(next(first, 'ArrowRight', 'rtl')).toBe(start)
  expect(next(first, 'End')).toBe(second)
  expect(next(first, 'Tab')).toBeUndefined()
})
