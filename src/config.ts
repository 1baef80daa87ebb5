// The configuration: settings from flags and environment variables.

import { ConfigError } from './config/config-error.ts'
import {
  type Flags,
  type Option,
  type Options,
  parseOption,
  readArguments,
  type Values,
} from './config/options.ts'
import { type Setting, settings, toFlag } from './config/settings.ts'

export { ConfigError } from './config/config-error.ts'

/** All settings, parsed. Sizes are in MiB. */
export type Config = Values<typeof settings>

export type Variables = Record<string, string | undefined>

/**
 * Reads settings from flags (`--port 80`, `--port=80`), then variables, then defaults.
 * A flag of an on/off setting needs no value. Throws ConfigError.
 */
export const parseConfig = (args: readonly string[], variables: Variables): Config =>
  parseCommand({}, args, variables).config

const rows: [string, Setting][] = Object.entries(settings)

/** The flags of all settings, and of these options of a command. */
export const listFlags = (options: Options): Flags =>
  new Map<string, Option>([
    ...rows.flatMap(([, setting]) =>
      listNames(setting).map((variable) => [toFlag({ variable }), setting] as const),
    ),
    ...Object.entries(options).map(([name, option]) => [`--${name}`, option] as const),
  ])

/**
 * Reads the settings, the options of one command, which are flags only, and so many operands, or fewer.
 * Throws ConfigError.
 */
export function parseCommand<const Table extends Options>(
  options: Table,
  args: readonly string[],
  variables: Variables,
  operandCount = 0,
): { config: Config; values: Values<Table>; operands: string[] } {
  const { flags, operands } = readArguments(args, listFlags(options), operandCount)
  const values = Object.entries(options).map(([name, option]) => {
    const text = flags.get(`--${name}`) ?? option.default
    return [name, text === null ? null : parseOption(option, `--${name}`, text)]
  })
  const config = rows.map(([name, setting]) => {
    const given = findGiven(setting, flags, variables)
    const text = given?.text ?? setting.default
    return [
      name,
      text === null ? null : parseOption(setting, given?.name ?? setting.variable, text),
    ]
  })
  return {
    config: Object.fromEntries(config) as Config,
    values: Object.fromEntries(values) as Values<Table>,
    operands,
  }
}

/** A text as it was given, and the flag or variable that gave it. */
interface GivenText {
  name: string
  text: string
}

const listNames = ({ variable, otherName }: Setting): string[] =>
  otherName === undefined ? [variable] : [variable, otherName]

function findGiven(
  setting: Setting,
  flags: ReadonlyMap<string, string>,
  variables: Variables,
): GivenText | null {
  const names = listNames(setting)
  const byFlag = names.map((variable) => {
    const name = toFlag({ variable })
    return { name, text: flags.get(name) }
  })
  // An empty variable counts as absent: service files often carry `NAME=`.
  const byVariable = names.map((name) => ({ name, text: variables[name] || undefined }))
  return pickGiven(byFlag) ?? pickGiven(byVariable)
}

/** The first that has a text. Throws ConfigError when another name of it says something else. */
function pickGiven(named: { name: string; text: string | undefined }[]): GivenText | null {
  const [first, ...others] = named.filter((one): one is GivenText => one.text !== undefined)
  const other = others.find(({ text }) => text !== first?.text)
  if (first && other) {
    throw new ConfigError(`${first.name} and ${other.name} differ; give only one of them`)
  }
  return first ?? null
}
