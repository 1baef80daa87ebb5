// /api/admin/backups: what admins do with backups.

import { Type as t } from '@sinclair/typebox'
import { adminOnly, type EntityServices } from '../access/rule.ts'
import { AppError, badRequest, unavailable } from '../errors.ts'
import { instantAnswer, instantText, okAnswer } from '../http/answers.ts'
import { operationsWith } from '../http/endpoint.ts'
import { flag, isOn, nullable } from '../http/input/fields.ts'
import type { Backups } from './backups.ts'
import { backupNamePattern } from './folder.ts'
import { readManifest } from './unpack.ts'

interface Services extends EntityServices {
  backups: Backups
  jobs: {
    runAlone: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
  }
}

const { read, write, remove } = operationsWith<Services>()

/** Small enough for the limits of most proxies, whose default is 1 MiB. */
const maxPieceBytes = 1024 * 1024
/** A disk that is full or not there is so for a while. */
const retryAfterSeconds = 60

const backupAnswer = t.Object({
  name: t.String(),
  bytes: t.Integer(),
  createdAt: instantAnswer,
})

const listAnswer = t.Object({
  data: t.Array(backupAnswer, { description: 'The newest first.' }),
  folder: t.String(),
  isNightly: t.Boolean({ description: 'BACKUP_NIGHTLY.' }),
  days: t.Integer({ description: 'How many days nightly backups are kept.' }),
  isBusy: t.Boolean({ description: 'Whether one is being made, or waits for other jobs.' }),
  last: nullable(
    t.Object({
      name: nullable(t.String()),
      error: nullable(t.String({ description: 'Why it failed.' })),
      startedAt: instantAnswer,
      durationMs: t.Integer(),
      bytes: t.Integer(),
    }),
  ),
  restoring: nullable(
    t.Object({
      name: t.String(),
      error: nullable(t.String({ description: 'Why it failed; null while it is prepared.' })),
    }),
  ),
})

const name = t.String({ pattern: backupNamePattern, description: 'Name, ending in .tar.zst.' })

export const backupOperations = [
  read('/api/admin/backups', {
    summary: 'All backups on this server, and how the last one ended.',
    access: adminOnly,
    answer: listAnswer,
    run: ({ app: { backups } }) => {
      const [last, found] = onDisk(() => [backups.last, backups.folder.list()] as const)
      return {
        data: found.map(({ name, bytes, writtenAt }) => ({
          name,
          bytes,
          createdAt: instantText(writtenAt),
        })),
        folder: backups.folder.path,
        isNightly: backups.isNightly,
        days: backups.days,
        isBusy: backups.isBusy,
        last: last && { ...last, startedAt: instantText(last.startedAt) },
        restoring: backups.restoring,
      }
    },
  }),
  write('/api/admin/backups', {
    summary: 'Make a backup of this moment. The answer comes before it is done: see the list.',
    access: adminOnly,
    answer: okAnswer,
    run: ({ app: { backups, jobs } }) => {
      backups.request((work) => jobs.runAlone(work))
      return { ok: true }
    },
  }),
  write('/api/admin/backups/upload', {
    summary:
      'Upload a backup in pieces of at most 1 MiB, which are the bodies of the requests; the last one ' +
      'may be empty.',
    access: adminOnly,
    query: {
      name,
      offset: t.Integer({ minimum: 0, description: 'Where the piece begins; 0 begins again.' }),
      isLast: flag('Whether it is complete.'),
    },
    answer: t.Object({ bytes: t.Integer({ description: 'Uploaded so far.' }) }),
    run: async ({ app: { backups }, reauthorize, request, query }) => {
      const piece = await readPiece(request)
      reauthorize()
      const bytes = onDisk(() => backups.folder.addPiece(query.name, query.offset, piece))
      if (isOn(query.isLast)) {
        await backups.folder.finishUpload(query.name, async (path) => {
          await readManifest(path).catch((error: Error) => {
            throw new AppError('bad-request', error.message, { cause: error })
          })
        })
      }
      return { bytes }
    },
  }),
  read('/api/admin/backups/:name', {
    summary: 'Download a backup.',
    access: adminOnly,
    answer: t.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The file.' }),
    run: ({ app: { backups }, params }) => {
      const file = Bun.file(backups.folder.find(params.name ?? ''))
      return new Response(file, {
        headers: {
          'Content-Type': 'application/zstd',
          'Content-Disposition': `attachment; filename="${params.name}"`,
        },
      })
    },
  }),
  remove('/api/admin/backups/:name', {
    summary: 'Delete a backup.',
    access: adminOnly,
    answer: okAnswer,
    run: ({ app: { backups }, params }) => {
      onDisk(() => backups.folder.remove(params.name ?? ''))
      return { ok: true }
    },
  }),
  write('/api/admin/backups/:name/restore', {
    summary:
      'Put a backup in place of all data: it is checked and opened first, then the server starts again ' +
      'with it. The answer comes before that; a failure is in the list, and has changed nothing.',
    access: adminOnly,
    answer: okAnswer,
    refusals: [400],
    run: ({ app: { backups, jobs }, params }) => {
      backups.restore(params.name ?? '', (work) => jobs.runAlone(work))
      return { ok: true }
    },
  }),
]

/** Runs work on the folder of backups. Throws 503 when the disk refuses it. */
function onDisk<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    const text = `The folder of backups cannot be used (${(error as Error).message}).`
    throw unavailable(text, retryAfterSeconds, error)
  }
}

async function readPiece(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxPieceBytes) throw tooLong()
  const piece = await request.bytes().catch((cause: unknown) => {
    throw new AppError('bad-request', 'The body ended too early.', { cause })
  })
  if (piece.length > maxPieceBytes) throw tooLong()
  return piece
}

const tooLong = () => badRequest('A piece has at most 1 MiB.')
