// The shapes of the world map, from Natural Earth's outlines (public domain).

import type { Position } from 'geojson'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { countryByNumber } from './country-numbers.ts'
import type { Shape } from './world-shapes.ts'

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

const width = 1000
/** Latitude of the upper edge; nobody browses further north. */
const north = 84

// Equal Earth projection (Šavrič, Patterson, Jenny 2018), which keeps areas comparable.
const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796] as const
const scale = width / 5.41327

function project([longitude = 0, latitude = 0]: Position): [number, number] {
  const angle = Math.asin((Math.sqrt(3) / 2) * Math.sin((latitude * Math.PI) / 180))
  const square = angle ** 2
  const x =
    (2 * Math.sqrt(3) * ((longitude * Math.PI) / 180) * Math.cos(angle)) /
    (3 * (9 * a4 * square ** 4 + 7 * a3 * square ** 3 + 3 * a2 * square + a1))
  const y = angle * (a4 * square ** 4 + a3 * square ** 3 + a2 * square + a1)
  return [x * scale, -y * scale]
}

const top = project([0, north])[1]

/** Where a position lies on the map, in tenths of its units, from the left upper corner. */
function place(position: Position): [number, number] {
  const [x, y] = project(position)
  return [Math.round((x + width / 2) * 10), Math.round((y - top) * 10)]
}

/** Every country as a path of relative lines; those too small for one as a dot. */
export async function drawWorld(): Promise<Shape[]> {
  const [{ feature }, coarse, fine] = await Promise.all([
    import('topojson-client'),
    import('world-atlas/countries-110m.json'),
    import('world-atlas/countries-50m.json'),
  ])
  const outlines = (atlas: Atlas) => feature(atlas, atlas.objects.countries).features
  const shapes = new Map<string, Shape>()
  for (const { id, properties, geometry } of outlines(coarse as unknown as Atlas)) {
    const country = findCountry(id, properties.name)
    if (!country || country === 'AQ') continue
    shapes.set(country, { country, path: drawPath(listRings(geometry)) })
  }
  for (const { id, properties, geometry } of outlines(fine as unknown as Atlas)) {
    const country = findCountry(id, properties.name)
    if (!country || country === 'AQ' || shapes.has(country)) continue
    const [ring] = listRings(geometry).sort((one, other) => other.length - one.length)
    if (!ring) continue
    const [x, y] = place(ringCenter(ring))
    shapes.set(country, { country, path: '', dot: [x / 10, y / 10] })
  }
  return [...shapes.values()]
}

function findCountry(id: string | number | undefined, name: string): string | undefined {
  // Kosovo has no number.
  return name === 'Kosovo' ? 'XK' : countryByNumber.get(String(id ?? '').padStart(3, '0'))
}

function listRings(geometry: GeoJSON.Geometry): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.map(unwrapped)
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(unwrapped) : []
}

/** A ring that crosses the date line goes on beyond the edge instead of back across the world. */
function unwrapped(ring: Position[]): Position[] {
  let turn = 0
  let last = ring[0]?.[0] ?? 0
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - last > 180) turn -= 360
    if (longitude - last < -180) turn += 360
    last = longitude
    return [longitude + turn, latitude]
  })
}

function ringCenter(ring: Position[]): Position {
  const sum = (axis: number) => ring.reduce((total, position) => total + (position[axis] ?? 0), 0)
  return [sum(0) / ring.length, sum(1) / ring.length]
}

const tenths = (value: number) => String(value / 10)

function drawPath(rings: Position[][]): string {
  return rings
    .map((ring) => {
      let [x, y] = [0, 0]
      const steps = ring.slice(0, -1).flatMap((position, index) => {
        const [nextX, nextY] = place(position)
        const step = `${tenths(nextX - x)} ${tenths(nextY - y)}`
        const isRepeated = index > 0 && nextX === x && nextY === y
        ;[x, y] = [nextX, nextY]
        return isRepeated ? [] : [`${index === 0 ? 'M' : 'l'}${step}`]
      })
      // Every ring starts at an absolute place.
      return steps.length < 3 ? '' : `${steps.join('')}z`
    })
    .join('')
}
