// The text of `footfall --help`, from the tables of commands and settings.

import type { Options } from '../config/options.ts'
import { settings, toFlag } from '../config/settings.ts'
import type { Command } from './command.ts'

interface Described {
  /** What to type after `footfall`. */
  usage: string
  help: string
  options: Options
}

/** Every command and subcommand, in order. */
export const describeCommands = (commands: Record<string, Command>): Described[] =>
  Object.entries(commands).flatMap(([name, command]) => {
    const described =
      'subcommands' in command
        ? Object.entries(command.subcommands).map(
            ([word, one]) => [`${name} ${word}`, one] as const,
          )
        : [[name, command] as const]
    return described.map(([words, { operands, help, options = {} }]) => ({
      usage: operands === undefined ? words : `${words} ${operands}`,
      help,
      options,
    }))
  })

const indent = ' '.repeat(10)

/** One line per command and option, two per setting and per command with a long name. */
export function helpText(commands: Record<string, Command>): string {
  const commandLines = describeCommands(commands).flatMap(({ usage, help, options }) => [
    usage.length < 8 ? `  ${usage.padEnd(8)}${help}` : `  ${usage}\n${indent}${help}`,
    ...Object.entries(options).map(([option, { default: fallback, help }]) => {
      const shown = fallback === null ? '' : ` [${fallback}]`
      return `${indent}--${option}${shown}  ${help}`
    }),
  ])
  const settingLines = Object.values(settings).map((setting) => {
    const fallback = setting.default ? ` [${setting.default}]` : ''
    return `  ${toFlag(setting)}  (${setting.variable})${fallback}\n      ${setting.help}`
  })
  return `footfall: web analytics in one file.

Usage: footfall [command] [--setting value …]

Commands:
${commandLines.join('\n')}

  --help, -h     This text.
  --version, -v  The version.

Settings, each a flag or an environment variable; the flag wins:
${settingLines.join('\n')}
`
}
