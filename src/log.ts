// Log lines for the operator, on standard error: time, level, message, facts.

const levels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof levels)[number]
export const logLevels: readonly LogLevel[] = levels

export type Log = Record<LogLevel, (message: string, facts?: Record<string, unknown>) => void>

/** A log that writes lines up to `level`; `write` and `now` can be replaced by tests. */
export function openLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  now: () => number = Date.now,
): Log {
  const line =
    (lineLevel: LogLevel) =>
    (message: string, facts: Record<string, unknown> = {}) => {
      if (levels.indexOf(lineLevel) > levels.indexOf(level)) return
      const tail = Object.entries(facts).map(([name, value]) => ` ${name}=${show(value)}`)
      write(`${new Date(now()).toISOString()} ${lineLevel} ${message}${tail.join('')}`)
    }
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}

function show(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message)
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
}
