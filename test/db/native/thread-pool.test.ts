import { expect, test } from 'bun:test'
import { join } from 'node:path'
import packageJson from '../../../package.json'
import { poolThreads } from '../../../src/db/native/thread-pool.ts'

const file = join(import.meta.dir, '../../../src/db/native/thread-pool.ts')

/** The size of the pool in the C environment of a process of its own, on what it takes for its platform. */
async function sizeOn(platform: string): Promise<string> {
  const script = `
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} })
    const { widenThreadPool } = await import(${JSON.stringify(file)})
    widenThreadPool()
    const { dlopen, FFIType } = await import('bun:ffi')
    const libc = dlopen('libc.so.6', {
      getenv: { args: [FFIType.cstring], returns: FFIType.cstring },
    })
    console.log(String(libc.symbols.getenv(Buffer.from('UV_THREADPOOL_SIZE\\0'))))`
  const child = Bun.spawn([process.execPath, '-e', script], {
    env: { PATH: process.env.PATH ?? '' },
    stderr: 'inherit',
  })
  return (await new Response(child.stdout).text()).trim()
}

test.skipIf(process.platform !== 'linux')('the pool is widened on Linux', async () => {
  expect(await sizeOn('linux')).toBe(String(poolThreads))
})

test('a start from source, which loads modules on the pool first, takes the same size', () => {
  expect(packageJson.scripts.start).toContain(`UV_THREADPOOL_SIZE=${poolThreads} `)
})

test.skipIf(process.platform !== 'linux')(
  'elsewhere the library of Linux is not asked for',
  async () => {
    for (const platform of ['darwin', 'win32']) {
      expect([platform, await sizeOn(platform)]).toEqual([platform, 'null'])
    }
  },
)
