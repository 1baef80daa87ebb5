/** The day that weeks of a locale start on, 0 for Sunday; Monday where the browser does not know. */
export function firstDayOfWeek(locale: string): number {
  const known: Partial<Pick<Intl.Locale, 'getWeekInfo'>> & { weekInfo?: { firstDay: number } } =
    new Intl.Locale(locale)
  const info = known.getWeekInfo?.() ?? known.weekInfo
  return (info?.firstDay ?? 1) % 7
}
