// Options: texts with a name, a default and a check. Settings are options that have a variable too.

import { parseArgs } from 'node:util'
import { ConfigError } from './config-error.ts'
import { onOff } from './values.ts'

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

/** The values of a table; an option that is not given and has no default is `null`. */
export type Values<Table extends Options> = {
  [Name in keyof Table]:
    | ReturnType<Table[Name]['parse']>
    | (Table[Name]['default'] extends null ? null : never)
}

/** Checks and converts a text. Throws ConfigError with the name under which it was given. */
export function parseOption({ parse, isSecret }: Option, name: string, text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    const shown = isSecret ? '' : `, not ${JSON.stringify(text)}`
    throw new ConfigError(`${name} ${(cause as Error).message}${shown}`)
  }
}

/**
 * Reads flags (`--port 80`, `--port=80`); the last of a name counts, and that of an on/off option
 * needs no value. `known` maps flags, dashes included, to their options. Throws ConfigError for
 * every other argument and for a missing value.
 */
export function readFlags(
  args: readonly string[],
  known: ReadonlyMap<string, Option>,
): Map<string, string> {
  const isSwitch = (flag: string) => known.get(flag)?.parse === onOff
  const options = Object.fromEntries(
    [...known.keys()].map((flag) => [
      flag.slice(2),
      { type: isSwitch(flag) ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  // Not strict, for messages of our own; nor does that mode know `--switch off`.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const flags = new Map<string, string>()
  /** The switch before the present argument, whose value that may be. */
  let lastSwitch: string | null = null
  for (const token of tokens) {
    if (token.kind === 'option' && known.has(token.rawName)) {
      const { rawName: flag, value, inlineValue } = token
      const isMissing = value === undefined || (!inlineValue && value.startsWith('--'))
      if (isMissing && !isSwitch(flag)) throw new ConfigError(`${flag} needs a value`)
      flags.set(flag, value ?? 'true')
      lastSwitch = isMissing ? flag : null
    } else if (token.kind === 'positional' && lastSwitch !== null) {
      flags.set(lastSwitch, token.value)
      lastSwitch = null
    } else {
      throw new ConfigError(`unknown option ${JSON.stringify(args[token.index])}`)
    }
  }
  return flags
}
