import { expect, test } from 'bun:test'
import { totalmem } from 'node:os'
import { availableMemoryMb, defaultMemoryLimitMb, defaultThreads } from '../../src/db/memory.ts'

test('what is available is what the machine has, or less in a container', () => {
  expect(availableMemoryMb()).toBeGreaterThan(0)
  expect(availableMemoryMb()).toBeLessThanOrEqual(totalmem() / 1024 / 1024)
})

test('the share of the event database has a floor and a ceiling', () => {
  expect(defaultMemoryLimitMb()).toBeWithin(96, 257)
  expect(defaultThreads()).toBeWithin(1, 5)
})
