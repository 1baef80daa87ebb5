import { expect, test } from 'bun:test'
import { totalmem } from 'node:os'
import {
  availableMemoryMb,
  defaultEngineShare,
  engineShare,
} from '../../../src/db/native/memory.ts'

test('never more than the machine has', () => {
  expect(availableMemoryMb()).toBeGreaterThan(0)
  expect(availableMemoryMb()).toBeLessThanOrEqual(totalmem() / 1024 / 1024)
})

test('the event database gets a share, between what reports need and what helps them', () => {
  const limits = [256, 384, 512, 640, 1024, 65_536].map(
    (memoryMb) => engineShare(memoryMb, 2).memoryLimitMb,
  )
  expect(limits).toEqual([96, 120, 160, 176, 176, 176])
})

test('a small host has fewer threads and queries at once', () => {
  expect(engineShare(512, 16)).toMatchObject({ threads: 2, readers: 2 })
  expect(engineShare(512, 1)).toMatchObject({ threads: 1, readers: 2 })
  expect(engineShare(4096, 16)).toMatchObject({ threads: 4, readers: 4 })
  expect(defaultEngineShare().threads).toBeWithin(1, 5)
})
