// `footfall dead-letter …`: events that were answered and that the database refused.

import { resolve } from 'node:path'
import { openApp } from '../app.ts'
import type { Hit } from '../collect/shape/hit.ts'
import {
  type DeadLetter,
  readDeadLetters,
  retryDeadLetters,
} from '../collect/store/apply/dead-letter.ts'
import type { Writer } from '../collect/store/writer.ts'
import { parseConfig, type Variables } from '../config.ts'
import { findTargetId } from '../targets/store.ts'
import { minuteMs } from '../time/durations.ts'
import type { Subcommand } from './command.ts'

export const deadLetterSubcommands: Record<string, Subcommand> = {
  list: {
    help: 'Print the events that the database refused, a line of JSON each, with the reason.',
    run: listLetters,
  },
  retry: {
    help: 'Store them again, once the reason is mended. Stop the server first.',
    run: retryLetters,
  },
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
      const isKept = ({ hit }: DeadLetter) => findTargetId(app.entities, hit.target) !== null
      const kept = letters.filter(isKept)
      gone += letters.length - kept.length
      await addAll(
        app.writer,
        kept.map(({ hit }) => hit),
      )
    })
    // What the store refuses again is a letter again by then.
    const endAt = Date.now() + maxWaitMs
    while (!(await isDrained(app.writer)) && Date.now() < endAt) await Bun.sleep(pauseMs)
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

const pauseMs = 100
/** The store pauses after hits that it refuses; what it has not stored by then waits in the journal. */
const maxWaitMs = 2 * minuteMs

/** Resolves when all hits are in the journal. Throws when the store takes none for two minutes. */
async function addAll(writer: Writer, hits: readonly Hit[]): Promise<void> {
  const endAt = Date.now() + maxWaitMs
  for (let left = hits; left.length > 0; ) {
    const added = await Promise.allSettled(left.map((hit) => writer.add(hit)))
    left = left.filter((_, index) => added[index]?.status === 'rejected')
    const failure = added.find((outcome) => outcome.status === 'rejected')
    if (failure && Date.now() > endAt) throw failure.reason
    if (failure) await Bun.sleep(pauseMs)
  }
}

/** Whether all hits are rows or letters; false while the store pauses. */
const isDrained = (writer: Writer): Promise<boolean> =>
  writer.drain().then(
    () => true,
    () => false,
  )
