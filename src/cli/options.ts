// Options that belong to one command, beside the settings: a table like theirs.

import { ConfigError } from '../config.ts'

export interface Option<Value = unknown> {
  /** Shown in help; `null` when there is no fixed default. */
  default: string | null
  help: string
  /** Never shown in messages. */
  isSecret?: true
  /** Turns text into the value; throws a sentence fragment such as `must be …`. */
  parse: (text: string) => Value
}

export type Options = Record<string, Option>

/** An option that is not given and has no default is `null`. */
type Values<Table extends Options> = {
  [Name in keyof Table]:
    | ReturnType<Table[Name]['parse']>
    | (Table[Name]['default'] extends null ? null : never)
}

/**
 * Takes the options of the table out of the arguments (`--days 30`, `--days=30`) and gives their
 * values and the arguments that are left. Throws ConfigError.
 */
export function takeOptions<const Table extends Options>(
  table: Table,
  args: readonly string[],
): { values: Values<Table>; rest: string[] } {
  const given = new Map<string, string>()
  const rest: string[] = []
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    const [flag = '', ...parts] = arg.split('=')
    const name = flag.replace(/^--/, '')
    if (!flag.startsWith('--') || !Object.hasOwn(table, name)) {
      rest.push(arg)
      continue
    }
    const value = parts.length > 0 ? parts.join('=') : args[++index]
    if (value === undefined || value.startsWith('--'))
      throw new ConfigError(`${flag} needs a value`)
    given.set(name, value)
  }
  const entries = Object.entries(table).map(([name, option]) => {
    const text = given.get(name) ?? option.default
    if (text === null) return [name, null]
    try {
      return [name, option.parse(text)]
    } catch (cause) {
      const shown = option.isSecret ? '' : `, not ${JSON.stringify(text)}`
      throw new ConfigError(`--${name} ${(cause as Error).message}${shown}`)
    }
  })
  return { values: Object.fromEntries(entries) as Values<Table>, rest }
}
