// What the kernel shows of control groups, by place and version, as files below a folder.

import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { controlGroupLimit } from '../../../src/db/native/control-group.ts'

const mebibyte = 1024 * 1024
const unlimitedV1 = '9223372036854771712'

function limitMb(files: Record<string, string>): number {
  const root = mkdtempSync(join(tmpdir(), 'footfall-groups-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return controlGroupLimit(root) / mebibyte
}

const mountV2 = (root: string) =>
  [
    '22 1 0:20 / /proc rw,nosuid - proc proc rw',
    `30 22 0:26 ${root} /sys/fs/cgroup ro,nosuid shared:9 - cgroup2 cgroup rw,nsdelegate`,
  ].join('\n')

const mountV1 = (root: string) =>
  [
    `34 31 0:31 ${root} /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu`,
    `35 31 0:32 ${root} /sys/fs/cgroup/memory rw,relatime shared:11 - cgroup cgroup rw,memory`,
    '41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw',
  ].join('\n')

test('a container of version 2, which sees its own group as the root', () => {
  const files = {
    'proc/self/mountinfo': mountV2('/'),
    'proc/self/cgroup': '0::/',
    'sys/fs/cgroup/memory.max': String(512 * mebibyte),
  }
  expect(limitMb(files)).toBe(512)
  expect(limitMb({ ...files, 'sys/fs/cgroup/memory.max': 'max' })).toBe(Number.POSITIVE_INFINITY)
  const high = { 'sys/fs/cgroup/memory.high': String(300 * mebibyte) }
  expect(limitMb({ ...files, ...high })).toBe(300)
})

test('a service of version 2, whose limit is in its own group', () => {
  const files = {
    'proc/self/mountinfo': mountV2('/'),
    'proc/self/cgroup': '0::/system.slice/my\\x20footfall.service',
    'sys/fs/cgroup/system.slice/my\\x20footfall.service/memory.max': String(512 * mebibyte),
  }
  expect(limitMb(files)).toBe(512)
})

test('of nested groups the tightest limit holds', () => {
  const nested = (slice: string, service: string) =>
    limitMb({
      'proc/self/mountinfo': mountV2('/'),
      'proc/self/cgroup': '0::/a.slice/b.slice/footfall.service',
      'sys/fs/cgroup/a.slice/memory.max': slice,
      'sys/fs/cgroup/a.slice/b.slice/memory.max': 'max',
      'sys/fs/cgroup/a.slice/b.slice/footfall.service/memory.max': service,
    })
  expect(nested(String(256 * mebibyte), String(512 * mebibyte))).toBe(256)
  expect(nested(String(1024 * mebibyte), String(512 * mebibyte))).toBe(512)
})

test('a container of version 1, whose group has its outer name and is mounted as the root', () => {
  const files = {
    'proc/self/mountinfo': mountV1('/docker/0123abc'),
    'proc/self/cgroup': '9:name=systemd:/docker/0123abc\n4:memory:/docker/0123abc\n0::/',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': String(512 * mebibyte),
  }
  expect(limitMb(files)).toBe(512)
  const nested = {
    'proc/self/cgroup': '4:memory:/docker/0123abc/inner',
    'sys/fs/cgroup/memory/inner/memory.limit_in_bytes': String(200 * mebibyte),
  }
  expect(limitMb({ ...files, ...nested })).toBe(200)
})

test('a group of version 1 seen from the host', () => {
  const files = {
    'proc/self/mountinfo': mountV1('/'),
    'proc/self/cgroup': '5:cpu:/elsewhere\n4:memory:/small\n0::/',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': unlimitedV1,
    'sys/fs/cgroup/memory/elsewhere/memory.limit_in_bytes': String(64 * mebibyte),
    'sys/fs/cgroup/memory/small/memory.limit_in_bytes': String(512 * mebibyte),
  }
  expect(limitMb(files)).toBe(512)
})

test('a container of version 1 with a name that it cannot find', () => {
  const files = {
    'proc/self/mountinfo': mountV1('/kubepods/pod1/0123abc'),
    'proc/self/cgroup': '4:memory:/',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': String(512 * mebibyte),
  }
  expect(limitMb(files)).toBe(512)
})

test('without control groups there is no limit', () => {
  expect(limitMb({})).toBe(Number.POSITIVE_INFINITY)
})
