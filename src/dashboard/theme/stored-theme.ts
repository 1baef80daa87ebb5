// The chosen theme, as the browser remembers it.

import { readStored } from '../state/storage.ts'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Light, dark, or as the system says. */
export function readTheme(): Theme {
  const stored = readStored('theme')
  return themes.find((theme) => theme === stored) ?? 'auto'
}
