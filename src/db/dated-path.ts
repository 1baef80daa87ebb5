/** Path of a copy that is kept of a file, named after the instant (epoch milliseconds). */
export const datedPath = (file: string, now: number, ending: string): string =>
  `${file}.${new Date(now).toISOString().replaceAll(':', '-')}.${ending}`
