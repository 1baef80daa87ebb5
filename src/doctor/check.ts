// What the doctor says about one thing.

export interface Check {
  state: 'good' | 'warning' | 'bad'
  /** What was looked at. */
  subject: string
  text: string
  /** What to do about it; `null` when nothing is to be done. */
  advice: string | null
}

export const good = (subject: string, text: string): Check => ({
  state: 'good',
  subject,
  text,
  advice: null,
})

export const warning = (subject: string, text: string, advice: string): Check => ({
  state: 'warning',
  subject,
  text,
  advice,
})

export const bad = (subject: string, text: string, advice: string): Check => ({
  state: 'bad',
  subject,
  text,
  advice,
})

/** The state in a column of its own, then the subject, and on a second line what to do. */
export const formatCheck = ({ state, subject, text, advice }: Check): string =>
  `${state.padEnd(8)} ${subject}: ${text}\n${advice === null ? '' : `${' '.repeat(9)}→ ${advice}\n`}`

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
