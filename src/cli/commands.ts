// The commands of the executable.

import { ConfigError } from '../config.ts'
import { version } from '../version.ts'
import { deadLetterSubcommands } from './dead-letter.ts'
import { demoCommand, demoOptions } from './demo.ts'
import { helpText } from './help.ts'
import type { Options } from './options.ts'
import { serveCommand } from './serve.ts'
import { userSubcommands } from './user.ts'

type Variables = Record<string, string | undefined>

interface Runnable {
  /** Resolves to the exit code. Throws ConfigError for bad arguments. */
  run: (args: string[], variables: Variables) => Promise<number>
}

interface Described extends Runnable {
  help: string
  /** What it takes beside the settings. */
  options?: Options
}

/** What the word after a command's name stands for. */
export interface Subcommand extends Described {
  /** Words that follow it, such as `NAME`; empty for none. */
  operands: string
}

/** A command with subcommands is described by theirs, and runs the one that its first word names. */
export type Command = Described | { subcommands: Record<string, Subcommand> }

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
  user: { subcommands: userSubcommands },
  'dead-letter': { subcommands: deadLetterSubcommands },
}

/** Runs what the arguments ask for. Exit codes: 0 fine, 1 failed, 2 wrong arguments. */
export async function runCommand(args: string[], variables: Variables): Promise<number> {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    process.stdout.write(helpText(commands))
    return 0
  }
  if (args.includes('--version') || args.includes('-v')) {
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
