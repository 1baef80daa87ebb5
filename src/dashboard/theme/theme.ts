// The theme in use.

import { type Signal, signal } from '../state/signal.ts'
import { store } from '../state/storage.ts'
import { readTheme, type Theme } from './stored-theme.ts'

export const theme: Signal<Theme> = signal<Theme>(readTheme())

export function chooseTheme(chosen: Theme): void {
  store('theme', chosen === 'auto' ? null : chosen)
  document.documentElement.dataset.theme = chosen
  theme.write(chosen)
}
