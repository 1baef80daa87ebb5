import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PackedFile, unpackFiles } from '../../../src/db/native/unpack.ts'

let base = ''
let dir = ''

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'footfall-unpack-'))
  dir = join(base, 'native')
})

afterEach(() => rm(base, { recursive: true, force: true }))

/** A file as the executable carries it. */
async function pack(name: string, text: string): Promise<PackedFile> {
  const packed = join(base, `${name}.zst`)
  await Bun.write(packed, Bun.zstdCompressSync(text))
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { name, packed, size: text.length, sha256 }
}

const toText = (folder: string, name: string) => Bun.file(join(folder, name)).text()

test('files are unpacked side by side into a folder that only the owner may enter', async () => {
  const folder = await unpackFiles([await pack('a.so', 'library'), await pack('b', 'addon')], dir)
  expect(await readdir(dir)).toEqual([folder.slice(dir.length + 1)])
  expect((await readdir(folder)).sort()).toEqual(['a.so', 'b'])
  expect(await toText(folder, 'a.so')).toBe('library')
  expect(await toText(folder, 'b')).toBe('addon')
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'a.so'))).mode & 0o777).toBe(0o600)
})

test('an intact file is not written again', async () => {
  const files = [await pack('a.so', 'library')]
  const folder = await unpackFiles(files, dir)
  const before = await stat(join(folder, 'a.so'))
  expect(await unpackFiles(files, dir)).toBe(folder)
  expect((await stat(join(folder, 'a.so'))).ino).toBe(before.ino)
})

test('a truncated file and one with other bytes of the same length are replaced', async () => {
  const files = [await pack('a.so', 'library')]
  const folder = await unpackFiles(files, dir)
  await truncate(join(folder, 'a.so'), 3)
  await unpackFiles(files, dir)
  expect(await toText(folder, 'a.so')).toBe('library')
  await Bun.write(join(folder, 'a.so'), 'Library')
  await unpackFiles(files, dir)
  expect(await toText(folder, 'a.so')).toBe('library')
})

test('what other versions and interrupted starts left is removed', async () => {
  const old = await unpackFiles([await pack('a.so', 'old library')], dir)
  const files = [await pack('a.so', 'library')]
  const folder = await unpackFiles(files, dir)
  await Bun.write(join(folder, 'a.so.0123456789ab'), 'libr')
  await unpackFiles(files, dir)
  expect(folder).not.toBe(old)
  expect(await readdir(dir)).toEqual([folder.slice(dir.length + 1)])
  expect(await readdir(folder)).toEqual(['a.so'])
})

test('two that start at the same moment both find whole files', async () => {
  const files = [await pack('a.so', 'library'.repeat(100_000)), await pack('b', 'addon')]
  const folders = await Promise.all([unpackFiles(files, dir), unpackFiles(files, dir)])
  expect(new Set(folders).size).toBe(1)
  expect(await toText(folders[0], 'a.so')).toBe('library'.repeat(100_000))
  expect((await readdir(folders[0])).sort()).toEqual(['a.so', 'b'])
})

test('a damaged packed file is an error and leaves nothing behind', async () => {
  const file = await pack('a.so', 'library')
  await Bun.write(file.packed, Bun.zstdCompressSync('labrary'))
  await expect(unpackFiles([file], dir)).rejects.toThrow('a.so is damaged')
  await truncate(file.packed, 9)
  await expect(unpackFiles([file], dir)).rejects.toThrow()
  const [folder] = await readdir(dir)
  expect(await readdir(join(dir, folder as string))).toEqual([])
})

test('a folder that cannot be made is an error that names it', async () => {
  await Bun.write(dir, 'a file stands here')
  await expect(unpackFiles([await pack('a.so', 'library')], dir)).rejects.toThrow(dir)
})
