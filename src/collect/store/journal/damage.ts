// What a start does about a damaged journal: keeps a copy of the file, and says what was lost.

import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../log.ts'
import type { JournalDamage } from './records.ts'

/** What is wrong with one file of the journal. */
export interface FileDamage {
  /** Its name in the folder of the journal. */
  name: string
  /** Empty when the whole file is missing or empty. */
  damages: readonly JournalDamage[]
}

/** What was lost of answered hits, for people: one sentence per file. */
export interface JournalLoss {
  /** How many hits are known to be lost. Damage of unknown size is not in this number. */
  hits: number
  sentences: string[]
  /** Names of the damaged files that have a copy. */
  copied: string[]
}

/**
 * Logs the damages of a journal and keeps a copy of each damaged file beside it, named after the
 * instant. Resolves what was lost; nothing for a record that was merely not finished.
 */
export function reportDamage(
  folder: string,
  files: readonly FileDamage[],
  log: Pick<Log, 'error' | 'warn'>,
  now: number,
): JournalLoss {
  const loss: JournalLoss = { hits: 0, sentences: [], copied: [] }
  for (const { name, damages } of files) {
    const file = join(folder, name)
    if (damages.length === 0) {
      const sentence = `The journal file ${name} is missing or empty; events that were only in it are lost.`
      loss.sentences.push(sentence)
      log.error(sentence, { file })
      continue
    }
    for (const { offset } of damages.filter(({ isUnfinished }) => isUnfinished)) {
      log.warn('the last record of a journal file was not written to its end and is left out', {
        file,
        offset,
      })
    }
    const lost = damages.filter(({ isUnfinished }) => !isUnfinished)
    if (lost.length === 0) continue
    const known = lost.reduce((sum, { lostHits }) => sum + (lostHits ?? 0), 0)
    loss.hits += known
    const sentence = toSentence(name, lost, known)
    loss.sentences.push(sentence)
    log.error(sentence, { file, offsets: lost.map(({ offset }) => offset) })
    if (keepCopy(file, log, now)) loss.copied.push(name)
  }
  return loss
}

function toSentence(name: string, lost: readonly JournalDamage[], known: number): string {
  const isCounted = lost.every(({ lostHits }) => lostHits !== null)
  const count = isCounted
    ? `${known} answered events are lost`
    : known > 0
      ? `at least ${known} answered events are lost`
      : 'answered events may be lost; how many cannot be told'
  const places = lost.length === 1 ? 'one place' : `${lost.length} places`
  return `The journal file ${name} is damaged in ${places}: ${count}.`
}

/** Copies a damaged file beside it, and says whether that went well. */
function keepCopy(file: string, log: Pick<Log, 'error' | 'warn'>, now: number): boolean {
  const copy = `${file}.${new Date(now).toISOString().replaceAll(':', '-')}.damaged`
  try {
    if (!existsSync(copy)) copyFileSync(file, copy)
    log.warn('a copy of the damaged journal file is kept', { copy })
    return true
  } catch (error) {
    log.error('no copy of the damaged journal file could be kept', { error })
    return false
  }
}
