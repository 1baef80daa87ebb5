// The colors of pictures, which follow the theme as the rest of the page does.

import { useEffect, useState } from 'preact/hooks'

const variables = {
  strong: '--chart-strong',
  soft: '--chart-soft',
  good: '--good',
  fair: '--fair',
  poor: '--poor',
  series1: '--series-1',
  series2: '--series-2',
  series3: '--series-3',
  series4: '--series-4',
  series5: '--series-5',
  text: '--text-soft',
  grid: '--line',
  surface: '--surface',
} as const

export type Colors = Record<keyof typeof variables, string>

/** The colors in force now. */
export function readColors(): Colors {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, style.getPropertyValue(variable)]),
  ) as Colors
}

const darkness = matchMedia('(prefers-color-scheme: dark)')

/** Whether the system asks for dark; draws the component again when that changes. */
export function useSystemDarkness(): boolean {
  const [isDark, setDark] = useState(darkness.matches)
  useEffect(() => {
    const follow = () => setDark(darkness.matches)
    darkness.addEventListener('change', follow)
    return () => darkness.removeEventListener('change', follow)
  }, [])
  return isDark
}
