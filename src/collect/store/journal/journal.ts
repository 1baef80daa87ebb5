// The journal: where hits are safe before they are rows. A hit is answered when its record here is
// synced to disk, which takes one write; rows are made from many hits at once, a moment later. After
// a crash the hits that had not become rows are read from here.
//
// Two files take turns. One is written from its beginning again as soon as every hit in it is stored,
// so neither grows for long and a steady load overwrites the same blocks.

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../log.ts'
import { type JournalLoss, reportDamage } from './damage.ts'
import type { IdentifiedHit } from './hit-text.ts'
import { JournalFile } from './journal-file.ts'
import { CheckpointMark } from './marks.ts'
import { openSynced } from './open-synced.ts'

/** A hit that is safe in the journal, in one of its files. */
export interface JournaledHit extends IdentifiedHit {
  file: JournalFile
}

const fileNames = ['a', 'b'] as const
const markName = 'stored'

/** Belongs to one data folder, which no other process has open. */
export class Journal {
  private active: JournalFile

  private constructor(
    private readonly files: readonly [JournalFile, JournalFile],
    private readonly markDescriptor: number,
    private readonly mark: CheckpointMark,
    /** What was found at the start: hits in order of their ids, and an id up to which all are stored. */
    readonly left: { hits: readonly JournaledHit[]; storedThrough: number },
    /** What an earlier run had answered and this one cannot read. */
    readonly loss: JournalLoss,
  ) {
    const [first, second] = files
    this.active = second.pendingHits > 0 ? second : first
  }

  /** Opens the journal of a data folder, made when missing. Logs damage and goes on without it. */
  static open(dataDir: string, log: Pick<Log, 'error' | 'warn'>, now: number): Journal {
    const folder = join(dataDir, 'journal')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Made last, so that where it is the others have been.
    const isOld = existsSync(join(folder, markName))
    const opened = fileNames.map((name) => ({ name, ...JournalFile.open(folder, name) }))
    const markDescriptor = openSynced(join(folder, markName))
    const mark = CheckpointMark.read(markDescriptor)
    syncFolder(folder)
    syncFolder(dataDir)
    const hits: JournaledHit[] = []
    for (const { file, content } of opened) {
      for (const hit of content?.hits ?? []) {
        if (hit.id <= mark.id) continue
        hits.push({ ...hit, file })
        file.pendingHits++
      }
    }
    hits.sort((a, b) => a.id - b.id)
    // Files of versions before this one have no generation, and may be empty.
    const isOfThisVersion = opened.some(({ content }) => (content?.generation ?? 0) > 0)
    const damaged = opened.flatMap(({ name, content }) => {
      const isGone = content === null ? isOld : content.isEmpty && isOfThisVersion
      const damages = content?.damages ?? []
      return isGone || damages.length > 0 ? [{ name, damages }] : []
    })
    const loss = reportDamage(folder, damaged, log, now)
    const [a, b] = opened as [(typeof opened)[0], (typeof opened)[0]]
    const left = { hits, storedThrough: mark.id }
    return new Journal([a.file, b.file], markDescriptor, mark, left, loss)
  }

  /**
   * Writes hits by their texts, with ids from `firstId` on, which must be above all before. Resolves
   * when they are on disk, to the file they wait in; rejects when the disk refuses them. One call at
   * a time.
   */
  async append(firstId: number, texts: readonly string[]): Promise<JournalFile> {
    const other = this.files[0] === this.active ? this.files[1] : this.files[0]
    if (other.pendingHits === 0) {
      other.restart()
      this.active = other
    }
    await this.active.append(firstId, texts)
    return this.active
  }

  /** Throws when the disk would refuse hits now. Not while `append` runs. */
  probe(): Promise<void> {
    return this.active.probe()
  }

  /** Begins damaged files again whose hits are all stored, so that the next start does not report them. */
  async clearDamage(): Promise<void> {
    for (const [index, file] of this.files.entries()) {
      const isCopied = this.loss.copied.includes(fileNames[index] as string)
      if (isCopied && file.pendingHits === 0) await file.clear()
    }
  }

  /** Call when hits of a file are stored. */
  release(file: JournalFile, hits: number): void {
    file.pendingHits -= hits
  }

  /** Notes that every hit up to this id is stored, so that none of them is ever read from here again. */
  markStored(id: number): void {
    this.mark.write(id)
  }

  close(): void {
    for (const file of this.files) file.close()
    closeSync(this.markDescriptor)
  }
}

/** A file's name is safe only when its folder is. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
