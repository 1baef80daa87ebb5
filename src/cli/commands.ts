// The commands of the executable.

import { takesValue } from '../config/options.ts'
import { ConfigError, listFlags, type Variables } from '../config.ts'
import { version } from '../version.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import type { Command, Subcommand } from './command.ts'
import { deadLetterSubcommands } from './dead-letter.ts'
import { demoCommand, demoOptions } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { describeCommands, helpText } from './help.ts'
import { licensesCommand } from './licenses.ts'
import { serveCommand } from './serve.ts'
import { systemdCommand } from './systemd.ts'
import { userSubcommands } from './user/subcommands.ts'

export const commands: Record<string, Command> = {
  serve: {
    help: 'Start the server; also what footfall does without a command.',
    run: serveCommand,
  },
  demo: {
    help: 'Fill a website with made-up visits, to look at and to measure with.',
    options: demoOptions,
    run: demoCommand,
  },
  backup: backupCommand,
  restore: restoreCommand,
  user: { subcommands: userSubcommands },
  'dead-letter': { subcommands: deadLetterSubcommands },
  doctor: doctorCommand,
  systemd: systemdCommand,
  licenses: {
    help: 'Print the licences of everything inside.',
    run: licensesCommand,
  },
}

/** Runs what the arguments ask for. Exit codes: 0 fine, 1 failed, 2 wrong arguments. */
export async function runCommand(args: string[], variables: Variables): Promise<number> {
  if (has(args, '--help', '-h') || args[0] === 'help') {
    process.stdout.write(helpText(commands))
    return 0
  }
  if (has(args, '--version', '-v')) {
    process.stdout.write(`footfall ${version}\n`)
    return 0
  }
  const [first] = args
  const name = first === undefined || first.startsWith('-') ? 'serve' : first
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (!command) throw new ConfigError(`unknown command ${JSON.stringify(name)}`)
    const own = name === first ? args.slice(1) : args
    return 'subcommands' in command
      ? await runSubcommand(name, command.subcommands, own, variables)
      : await command.run(own, variables)
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`footfall: ${error.message}\nSee footfall --help.\n`)
      return 2
    }
    process.stderr.write(`footfall: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** Whether the arguments have a flag; the short one may also be the value of another flag. */
function has(args: readonly string[], long: string, short: string): boolean {
  const known = listFlags(
    Object.assign({}, ...describeCommands(commands).map(({ options }) => options)),
  )
  return args.some(
    (arg, index) => arg === long || (arg === short && !takesValue(known, args[index - 1] ?? '')),
  )
}

function runSubcommand(
  command: string,
  subcommands: Record<string, Subcommand>,
  [name = '', ...rest]: string[],
  variables: Variables,
): Promise<number> {
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (subcommand) return subcommand.run(rest, variables)
  const known = Object.keys(subcommands).join(', ')
  throw new ConfigError(`${command} needs one of ${known}, not ${JSON.stringify(name)}`)
}
