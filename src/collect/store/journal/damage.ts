// What a start does about a damaged journal: keeps a copy of the file, and says what was lost.

import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { datedPath } from '../../../db/dated-path.ts'
import type { Log } from '../../../log.ts'
import type { JournalDamage } from './records.ts'

/** What is wrong with one file of the journal. */
export interface FileDamage {
  /** Its name in the folder of the journal. */
  name: string
  /** Empty when the whole file is missing or empty. */
  damages: readonly JournalDamage[]
}

/** What was lost of answered hits. */
export interface JournalLoss {
  /** For people, one for each damaged file. */
  sentences: string[]
  /** Names of the damaged files that have a copy. */
  copied: string[]
}

/**
 * Logs what of the damages cost answered hits, keeps a copy of each damaged file next to it, named after
 * the instant, and gives what was lost. Hits with ids up to `storedId` are rows already, and nothing is
 * lost of a record that was not written to its end.
 */
export function reportDamage(
  folder: string,
  files: readonly FileDamage[],
  storedId: number,
  log: Pick<Log, 'error' | 'warn'>,
  now: number,
): JournalLoss {
  const loss: JournalLoss = { sentences: [], copied: [] }
  for (const { name, damages } of files) {
    const file = join(folder, name)
    const sentence = toSentence(name, damages, storedId)
    const offsets = damages.map(({ offset }) => offset)
    if (sentence === null) {
      log.warn('a journal file has records that cannot be read; nothing is lost', { file, offsets })
    } else {
      loss.sentences.push(sentence)
      log.error(sentence, { file, offsets })
    }
    if (damages.length > 0 && keepCopy(file, log, now)) loss.copied.push(name)
  }
  return loss
}

/** What was lost, for people; `null` when nothing was. */
function toSentence(
  name: string,
  damages: readonly JournalDamage[],
  storedId: number,
): string | null {
  if (damages.length === 0) {
    return `The journal file ${name} is missing or empty; events that were only in it are lost.`
  }
  const lost = damages.filter(
    ({ ids, isUnfinished }) => !isUnfinished && (ids === null || ids.last > storedId),
  )
  if (lost.length === 0) return null
  const known = lost.reduce(
    (sum, { ids }) => sum + (ids === null ? 0 : ids.last - Math.max(storedId, ids.first - 1)),
    0,
  )
  const places = lost.length === 1 ? 'one place' : `${lost.length} places`
  const count = lost.every(({ ids }) => ids !== null)
    ? `${known} answered events are lost`
    : known > 0
      ? `at least ${known} answered events are lost`
      : 'answered events may be lost; how many is unknown'
  return `The journal file ${name} is damaged in ${places}: ${count}.`
}

/** Copies a damaged file next to it, and says whether that went well. */
function keepCopy(file: string, log: Pick<Log, 'error' | 'warn'>, now: number): boolean {
  const copy = datedPath(file, now, 'damaged')
  try {
    if (!existsSync(copy)) copyFileSync(file, copy)
    log.warn('a copy of the damaged journal file is kept', { copy })
    return true
  } catch (error) {
    log.error('no copy of the damaged journal file could be kept', { error })
    return false
  }
}
