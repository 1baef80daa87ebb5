// What a backup that breaks off leaves, and what holds while one is made.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streamBackup, writeBackup } from '../../src/backup/make.ts'
import { backupFolder } from '../../src/backup/snapshot.ts'
import { startServer } from '../support/app.ts'

setDefaultTimeout(60_000)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-make-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function* breakOff() {
  yield Buffer.from('half')
  throw new Error('The server has gone.')
}

async function* finish() {
  yield Buffer.from('whole')
}

test('a backup that breaks off, or is not sound, leaves the file of before and nothing else', async () => {
  const path = join(folder, 'kept.tar.zst')
  writeFileSync(path, 'before')
  const isSound = async () => {}
  const isDamaged = () => Promise.reject(new Error('It is damaged.'))
  await expect(writeBackup(breakOff(), path, isSound)).rejects.toThrow('The server has gone.')
  await expect(writeBackup(finish(), path, isDamaged)).rejects.toThrow('It is damaged.')
  expect(readFileSync(path, 'utf8')).toBe('before')
  expect(readdirSync(folder)).toEqual(['kept.tar.zst'])
  expect(await writeBackup(finish(), path, isSound)).toBe(5)
  expect(readFileSync(path, 'utf8')).toBe('whole')
  expect(readdirSync(folder)).toEqual(['kept.tar.zst'])
})

test('checkpoints are held off until a backup ends, is left, or is aborted', async () => {
  const server = await startServer()
  const { store } = server.app
  const aborter = new AbortController()
  const readAll = async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of bytes) expect(store.isCheckpointHeld).toBe(true)
  }
  expect(store.isCheckpointHeld).toBe(false)
  await readAll(streamBackup(server.app, aborter.signal))
  expect(store.isCheckpointHeld).toBe(false)

  for await (const _ of streamBackup(server.app, aborter.signal)) break
  expect(store.isCheckpointHeld).toBe(false)

  aborter.abort()
  await expect(readAll(streamBackup(server.app, aborter.signal))).rejects.toThrow()
  expect(store.isCheckpointHeld).toBe(false)
  expect(readdirSync(backupFolder(server.dataDir))).toEqual([])
  await server.stop()
})

test('a checkpoint against what is promised makes the backup fail, not wrong', async () => {
  const server = await startServer()
  const { writer } = server.app
  const takeThenCheckpoint: typeof writer.exclusive = (work) =>
    writer.exclusive(async () => {
      const result = await work()
      await server.app.store.writer.run('create table other (x integer)')
      await server.app.store.checkpoint()
      return result
    })
  const broken = streamBackup(
    { ...server.app, writer: { exclusive: takeThenCheckpoint } },
    new AbortController().signal,
  )
  await expect(
    (async () => {
      for await (const _ of broken);
    })(),
  ).rejects.toThrow('rewritten while it was backed up')
  await server.stop()
})
