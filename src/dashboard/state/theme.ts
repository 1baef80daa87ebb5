// Light, dark, or as the system says.

import { type Signal, signal } from './signal.ts'
import { readStored, store } from './storage.ts'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function readTheme(): Theme {
  const stored = readStored('theme')
  return themes.find((theme) => theme === stored) ?? 'auto'
}

export const theme: Signal<Theme> = signal<Theme>(readTheme())

export function chooseTheme(chosen: Theme): void {
  store('theme', chosen === 'auto' ? null : chosen)
  document.documentElement.dataset.theme = chosen
  theme.write(chosen)
}
