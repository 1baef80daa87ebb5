// What a command of the executable is.

import type { Options } from '../config/options.ts'
import type { Variables } from '../config.ts'

interface Runnable {
  /** Resolves to the exit code. Throws ConfigError for bad arguments. */
  run: (args: string[], variables: Variables) => Promise<number>
}

interface Described extends Runnable {
  /** Words that follow it, such as `NAME`; none when left out. */
  operands?: string
  help: string
  /** What it takes besides the settings. */
  options?: Options
}

/** A command of two words: the second one names it. */
export type Subcommand = Described

/** A command with subcommands is described by theirs, and runs the one that its first word names. */
export type Command = Described | { subcommands: Record<string, Subcommand> }
