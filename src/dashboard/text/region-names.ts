// Names of regions, loaded when one is shown: browsers know those of countries alone.

import { useEffect } from 'preact/hooks'
import { signal, useSignal } from '../state/signal.ts'

type Names = ReadonlyMap<string, string>

const names = signal<Names>(new Map())
let hasBegun = false

async function load(): Promise<void> {
  const { regionTable } = await import('./region-table.ts')
  const blocks = regionTable.split('\n\n').map((block) => block.split('\n'))
  names.write(
    new Map(
      blocks.flatMap(([country, ...lines]) =>
        lines.map((line): [string, string] => {
          const end = line.indexOf(' ')
          return [`${country}-${line.slice(0, end)}`, line.slice(end + 1)]
        }),
      ),
    ),
  )
}

/** Draws the component again when the names of regions are there, which it needs now or never. */
export function useRegionNames(isNeeded: boolean): void {
  useSignal(names)
  useEffect(() => {
    if (!isNeeded || hasBegun) return
    hasBegun = true
    load().catch((error: unknown) => {
      // Codes are shown in their place; the next one who needs them tries again.
      console.error(error)
      hasBegun = false
    })
  }, [isNeeded])
}

/** The name of a subdivision by its whole code, such as US-CA; `undefined` for unknown ones. */
export const subdivisionName = (code: string): string | undefined => names.read().get(code)
