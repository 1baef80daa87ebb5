// The journal: where hits are safe before they are rows. A hit is answered when its record here is
// synced to disk, which takes one write; rows are made from many hits at once, a moment later. After
// a crash the hits that had not become rows are read from here.
//
// Two files take turns. One is written from its beginning again as soon as every hit in it is stored,
// so neither grows for long and a steady load overwrites the same blocks.

import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from '../../../db/sync.ts'
import type { Log } from '../../../log.ts'
import { type FileDamage, type JournalLoss, reportDamage } from './damage.ts'
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
  /** Ends when nothing is being written; writes do not overlap. */
  private writing: Promise<unknown> = Promise.resolve()
  /** What an earlier run had answered and this one cannot read, once it was reported. */
  loss: JournalLoss = { sentences: [], copied: [] }

  private constructor(
    private readonly folder: string,
    private readonly files: readonly [JournalFile, JournalFile],
    private readonly markDescriptor: number,
    private readonly mark: CheckpointMark,
    /** What was found at the start: hits in order of their ids, and an id up to which all are stored. */
    readonly left: { hits: readonly JournaledHit[]; checkpointId: number },
    private readonly damaged: readonly FileDamage[],
  ) {
    const [first, second] = files
    this.active = second.pendingHits > 0 ? second : first
  }

  /**
   * Opens the journal of a data folder, made when missing. When the event database has lost rows, so
   * that the mark is not true any more, `ignoresMark` has every hit read that is there.
   */
  static open(dataDir: string, ignoresMark = false): Journal {
    const folder = join(dataDir, 'journal')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Made last, so that where it is the others have been.
    const isOld = existsSync(join(folder, markName))
    const opened = fileNames.map((name) => ({ name, ...JournalFile.open(folder, name) }))
    const markDescriptor = openSynced(join(folder, markName))
    const mark = CheckpointMark.read(markDescriptor)
    sync(folder)
    sync(dataDir)
    const checkpointId = ignoresMark ? 0 : mark.id
    const hits = new Map<number, JournaledHit>()
    for (const { file, content } of opened) {
      for (const hit of content?.hits ?? []) {
        // A copied file holds the same ids.
        if (hit.id <= checkpointId || hits.has(hit.id)) continue
        hits.set(hit.id, { ...hit, file })
        file.pendingHits++
      }
    }
    // Files of versions before this one have no generation, and may be empty.
    const isOfThisVersion = opened.some(({ content }) => (content?.generation ?? 0) > 0)
    const damaged = opened.flatMap(({ name, content }) => {
      const isEmpty = content?.generation === 0 && content.hits.length === 0
      const isGone = content === null ? isOld : isEmpty && isOfThisVersion
      const damages = content?.damages ?? []
      return isGone || damages.length > 0 ? [{ name, damages }] : []
    })
    const [a, b] = opened as [(typeof opened)[0], (typeof opened)[0]]
    const left = {
      hits: [...hits.values()].toSorted((one, other) => one.id - other.id),
      checkpointId,
    }
    return new Journal(folder, [a.file, b.file], markDescriptor, mark, left, damaged)
  }

  /** Logs what an earlier run had answered and cannot be read; hits up to `storedId` are rows. */
  reportLoss(storedId: number, log: Pick<Log, 'error' | 'warn'>, now: number): void {
    this.loss = reportDamage(this.folder, this.damaged, storedId, log, now)
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
    const file = this.active
    await this.write(() => file.append(firstId, texts))
    return file
  }

  /** Throws when the disk would refuse hits now. */
  probe(): Promise<void> {
    return this.write(() => this.active.probe())
  }

  private write(work: () => Promise<void>): Promise<void> {
    const written = this.writing.then(work)
    // The caller gets the error.
    this.writing = written.catch(() => {})
    return written
  }

  /** Begins damaged files again whose hits are all stored, so that the next start does not report them. */
  clearDamage(): void {
    for (const [index, file] of this.files.entries()) {
      const isCopied = this.loss.copied.includes(fileNames[index] as string)
      if (isCopied && file.pendingHits === 0) file.clear()
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

/** The id up to which a data folder says that every hit is stored; 0 when it says nothing. */
export function readStoredId(dataDir: string): number {
  const file = join(dataDir, 'journal', markName)
  if (!existsSync(file)) return 0
  const descriptor = openSync(file, 'r')
  try {
    return CheckpointMark.read(descriptor).id
  } finally {
    closeSync(descriptor)
  }
}
