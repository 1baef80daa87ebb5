/** A country on the world map. */
export interface Shape {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** SVG path in a box of 1000 × 487; empty for a country too small to draw. */
  path: string
  /** Where a small country gets its dot. */
  dot?: [number, number]
}

/** Filled in when the dashboard is bundled. */
export const worldShapes: Shape[] = []
