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

/** Options by their flags, dashes included. */
export type Flags = ReadonlyMap<string, Option>

/** Whether a flag is one of these that is followed by a value. */
export const takesValue = (known: Flags, flag: string): boolean =>
  known.has(flag) && known.get(flag)?.parse !== onOff

export interface Arguments {
  /** Texts by flag. */
  flags: Map<string, string>
  /** Words that belong to no flag. */
  operands: string[]
}

/**
 * Reads flags (`--port 80`, `--port=80`) and, before, between or after them, so many operands. The last
 * of a name counts, and that of an on/off option needs no value. Throws ConfigError for every other
 * argument and for a missing value.
 */
export function readArguments(
  args: readonly string[],
  known: Flags,
  operandCount: number,
): Arguments {
  const options = Object.fromEntries(
    [...known.keys()].map((flag) => [
      flag.slice(2),
      { type: takesValue(known, flag) ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  // Not strict, for messages of our own; nor does that mode know `--switch off`.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const flags = new Map<string, string>()
  const operands: string[] = []
  /** The switch before the present argument, whose value that may be. */
  let lastSwitch: string | null = null
  for (const token of tokens) {
    if (token.kind === 'option' && known.has(token.rawName)) {
      const { rawName: flag } = token
      const value = readValue(token)
      if (value === null && takesValue(known, flag)) throw new ConfigError(`${flag} needs a value`)
      flags.set(flag, value ?? 'true')
      lastSwitch = value === null ? flag : null
    } else if (token.kind === 'positional' && lastSwitch !== null) {
      flags.set(lastSwitch, token.value)
      lastSwitch = null
    } else if (token.kind === 'positional' && operands.length < operandCount) {
      operands.push(token.value)
    } else {
      // The value of a flag that is not known may be a secret.
      const [name] = (args[token.index] as string).split('=', 1)
      throw new ConfigError(`unknown option ${JSON.stringify(name)}`)
    }
  }
  return { flags, operands }
}

interface ValueToken {
  value: string | undefined
  inlineValue: boolean | undefined
}

/** The value of a flag; `null` where none, or another flag, follows it. */
const readValue = ({ value, inlineValue }: ValueToken) =>
  value === undefined || (!inlineValue && value.startsWith('--')) ? null : value
