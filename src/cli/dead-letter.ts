// `footfall dead-letter …`: events that were answered and that the database refused.

import { resolve } from 'node:path'
import { openApp } from '../app.ts'
import {
  type DeadLetter,
  readDeadLetters,
  retryDeadLetters,
} from '../collect/store/apply/dead-letter.ts'
import { ConfigError, parseConfig } from '../config.ts'
import { findSourceId } from '../sources/store.ts'
import type { Subcommand } from './commands.ts'

type Variables = Record<string, string | undefined>

export const deadLetterSubcommands: Record<string, Subcommand> = {
  list: {
    operands: '',
    help: 'Print the events that the database refused, a line of JSON each, with the reason.',
    run: listLetters,
  },
  retry: {
    operands: '',
    help: 'Store them again, once the reason is mended. Stop the server first.',
    run: retryLetters,
  },
}

/** Runs the subcommand that the first argument names. */
export async function deadLetterCommand(args: string[], variables: Variables): Promise<number> {
  const [name = '', ...rest] = args
  const known = deadLetterSubcommands
  const subcommand = Object.hasOwn(known, name) ? known[name] : undefined
  if (!subcommand) {
    const names = Object.keys(known).join(', ')
    throw new ConfigError(`dead-letter needs one of ${names}, not ${JSON.stringify(name)}`)
  }
  return subcommand.run(rest, variables)
}

async function listLetters(args: string[], variables: Variables): Promise<number> {
  const { dataDir } = parseConfig(args, variables)
  for (const letter of readDeadLetters(resolve(dataDir))) {
    process.stdout.write(`${JSON.stringify(letter)}\n`)
  }
  return 0
}

async function retryLetters(args: string[], variables: Variables): Promise<number> {
  const config = parseConfig(args, variables)
  const dataDir = resolve(config.dataDir)
  const all = readDeadLetters(dataDir).length
  if (all === 0) {
    process.stdout.write('There are no refused events.\n')
    return 0
  }
  const app = await openApp({ config })
  let gone = 0
  try {
    await retryDeadLetters(dataDir, async (letters) => {
      const isKept = ({ hit }: DeadLetter) => findSourceId(app.entities, hit.source) !== null
      const kept = letters.filter(isKept)
      gone = letters.length - kept.length
      for (const { hit } of kept) await app.writer.add(hit)
      await app.writer.drain()
    })
  } finally {
    await app.close()
  }
  const refused = readDeadLetters(dataDir).length
  process.stdout.write(
    `${all - gone - refused} events are stored, ${refused} were refused again, ${gone} belong to ` +
      'websites that were deleted or reset since.\n',
  )
  return refused > 0 ? 1 : 0
}
