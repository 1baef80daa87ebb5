// The text of `footfall --help`, from the tables of commands and settings.

import { flagOf, settings } from '../config.ts'
import type { Command } from './commands.ts'

/** One line per command and option, two per setting. */
export function helpText(commands: Record<string, Command>): string {
  const commandLines = Object.entries(commands).flatMap(([name, { help, options = {} }]) => [
    `  ${name.padEnd(8)}${help}`,
    ...Object.entries(options).map(([option, { default: fallback, help }]) => {
      const shown = fallback === null ? '' : ` [${fallback}]`
      return `          --${option}${shown}  ${help}`
    }),
  ])
  const settingLines = Object.values(settings).map((setting) => {
    const fallback = setting.default ? ` [${setting.default}]` : ''
    return `  ${flagOf(setting)}  (${setting.variable})${fallback}\n      ${setting.help}`
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
