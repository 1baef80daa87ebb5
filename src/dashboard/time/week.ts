/** Intl.Locale as browsers have it; the standard library does not list week information yet. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The day that weeks of a locale start on, 0 for Sunday; Monday where the browser does not know. */
export function firstDayOf(locale: string): number {
  const known: WeekLocale = new Intl.Locale(locale)
  const info = known.getWeekInfo?.() ?? known.weekInfo
  return (info?.firstDay ?? 1) % 7
}
