// The parts of the statistics that a share page may show or keep closed.

export const sections = [
  'overview',
  'events',
  'sessions',
  'realtime',
  'revenue',
  'attribution',
  'breakdown',
  'funnels',
  'goals',
  'journeys',
  'performance',
  'retention',
  'utm',
  'compare',
] as const

export type Section = (typeof sections)[number]

/**
 * The sections that a share page's parameters open: those set to `true`. `null` opens all of them:
 * the parameters name no section at all.
 */
export function openSections(parameters: Record<string, unknown>): readonly Section[] | null {
  const named = sections.filter((section) => typeof parameters[section] === 'boolean')
  return named.length === 0 ? null : named.filter((section) => parameters[section] === true)
}
