// Series of several names, such as of events, as charts take them.

import { visible } from '../text/user-text.ts'
import type { Point } from '../time/buckets.ts'

/** A value of a name in a bucket, as the server sends it. */
export interface NamedPoint {
  x: string
  /** Start of the bucket, ISO 8601. */
  t: string
  y: number
}

export const seriesColors = ['series1', 'series2', 'series3', 'series4', 'series5'] as const

interface NamedSeries {
  label: string
  color: (typeof seriesColors)[number]
  points: Point[]
}

/** A series per name, the largest first, as many as there are colors. */
export function namedSeries(points: readonly NamedPoint[]): NamedSeries[] {
  const sumPoints = (list: readonly NamedPoint[]) => list.reduce((sum, { y }) => sum + y, 0)
  return [...Map.groupBy(points, ({ x }) => x)]
    .sort(([, some], [, others]) => sumPoints(others) - sumPoints(some))
    .flatMap(([label, own], index) => {
      const color = seriesColors[index]
      return color
        ? [{ label: visible(label), color, points: own.map(({ t, y }) => ({ x: t, y })) }]
        : []
    })
}
