// What DuckDB's errors mean. The client gives nothing but English text, so this is the one place that
// reads it; a test makes the engine say each of them.

/** The engine's sentence without the paths in it, whose folders may be called anything. */
const errorSentence = (error: unknown): string => String(error).replace(/"[^"]*"/g, '""')

const means = (pattern: RegExp) => (error: unknown) => pattern.test(errorSentence(error))

/** The engine is dead until it is opened again. */
export const isDeadEngine = means(
  /database has been invalidated|FATAL Error|connection disconnected/i,
)

/** What was asked needs more memory than the engine may use. */
export const isOutOfMemory = means(
  /out of memory error|failed to (allocate|pin|offload)|bad_alloc/i,
)

/** The disk is full, a quota is used up, or writing fails otherwise. */
export const isOutOfSpace = means(
  /no space left|could not write|disk full|quota exceeded|IO Error|ENOSPC|EDQUOT|EIO\b|EROFS/i,
)

const isReplay = means(/failure while replaying wal/i)
const isSurrounding = means(
  /out of memory|failed to (allocate|pin)|no space left|quota|permission denied|too many open files|cannot open|could not (read|write|open)|could not set lock/i,
)

/** The write-ahead log could be read, but what is in it cannot be applied. */
export const isReplayFailure = (error: unknown): boolean => isReplay(error) && !isSurrounding(error)

const damage =
  /(computed checksum|not a valid duckdb database|could not read enough bytes|corrupt database|failed to deserialize)[^\n]*/i

/**
 * Where the damage in a write-ahead log begins, in bytes: entries before it are sound. `null` when the
 * engine does not say.
 */
export function damagedLogOffset(error: unknown): number | null {
  const offset = /entry at byte position (\d+)/.exec(String(error))?.[1]
  return offset === undefined ? null : Number(offset)
}

/** A block of the database file is damaged. */
export const isDamaged = (error: unknown): boolean =>
  !isReplay(error) && damage.test(errorSentence(error))

/** What is damaged, what still works, and what to do, for people who ask something. */
export function damageSentence(error: unknown): string {
  const place = /block at location \d+/.exec(String(error))?.[0] ?? 'it cannot be read'
  return (
    `The event database events.duckdb is damaged (${place}): questions that need this part cannot ` +
    'be answered, others can. Stop footfall and put back a backup of the data folder.'
  )
}

/** The same for a file that does not even open. */
export const damagedFileSentence =
  'The event database events.duckdb is damaged and cannot be opened. It was left as it is: put back ' +
  'a backup of the data folder, or move the file away to start with an empty one.'

/** Another process has the file open. */
export const isLocked = means(/conflicting lock|could not set lock/i)

/** Why events cannot be stored, for the operator. */
export function reasonText(error: unknown): string {
  if (isOutOfMemory(error)) return 'the event database has too little memory'
  if (isDamaged(error)) return 'the event database is damaged'
  if (isDeadEngine(error)) return 'the event database has to be opened again'
  if (isOutOfSpace(error)) return 'the disk is full or cannot be written to'
  return 'the event database refuses every event'
}
