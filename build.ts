// Builds dist/footfall, one executable with everything inside:
//   bun build.ts                  for this machine
//   bun build.ts linux-arm64      for another one, as dist/footfall-linux-arm64
//   bun build.ts --notices FILE   only the licences of what is inside

import { createHash } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type BunPlugin, build, file, spawn, write, zstdCompressSync } from 'bun'
import { collectNotices } from './src/cli/notices.ts'
import { bundleDashboard } from './src/dashboard/bundle.ts'
import { bundleTracker } from './src/tracker/bundle.ts'

/** The words that `bun install` and the packages of Bun use for each target. */
const targets = {
  'linux-x64': { cpu: 'x64', bun: '@oven/bun-linux-x64' },
  'linux-arm64': { cpu: 'arm64', bun: '@oven/bun-linux-aarch64' },
} as const

type Target = keyof typeof targets

const root = import.meta.dir
const cache = join(root, 'node_modules/.cache/footfall')

await main(process.argv.slice(2))

async function main(args: string[]): Promise<void> {
  const host = `${process.platform}-${process.arch}`
  if (args[0] === '--notices' && args[1] !== undefined && args.length === 2) {
    await write(args[1], `${await collectNotices()}\n`)
    return
  }
  const target = args[0] ?? host
  if (args.length > 1 || !isTarget(target)) {
    console.error(`usage: build [${Object.keys(targets).join(' | ')} | --notices FILE]`)
    process.exit(2)
  }
  const outfile = join(root, 'dist', args[0] ? `footfall-${target}` : 'footfall')
  await compile(target, outfile)
  console.log(`${outfile}  ${(file(outfile).size / 1e6).toFixed(1)} MB`)
}

function isTarget(name: string): name is Target {
  return Object.hasOwn(targets, name)
}

async function compile(target: Target, outfile: string): Promise<void> {
  const modules = await installFor(target)
  const unfinished = join(cache, basename(outfile))
  await build({
    entrypoints: [join(root, 'src/main.ts')],
    // Not minified: Elysia reads the source of handlers, and it is one percent of the file.
    plugins: [await replaceModules(modules, target)],
    compile: {
      target: `bun-${target}`,
      executablePath: join(modules, targets[target].bun, 'bin/bun'),
      outfile: unfinished,
      // A server must not change its behaviour with the folder it is started in.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  await mkdir(dirname(outfile), { recursive: true })
  await rename(unfinished, outfile)
}

/**
 * Installs what bun.lock says for the target's machine, apart from the checkout's own packages, checked
 * against the lock's hashes, and returns that node_modules folder. Install scripts do not run: they
 * would belong to the other machine, and Bun's own script moves its executable away.
 */
async function installFor(target: Target): Promise<string> {
  const folder = join(cache, target)
  for (const name of ['package.json', 'bun.lock']) {
    await write(join(folder, name), file(join(root, name)))
  }
  const flags = ['--frozen-lockfile', '--ignore-scripts', '--os', 'linux']
  const install = spawn([process.execPath, 'install', ...flags, '--cpu', targets[target].cpu], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await install.exited) !== 0) throw new Error(`Could not install packages for ${target}.`)
  return join(folder, 'node_modules')
}

/** Puts what is made at build time in place of modules that make or find it at run time. */
async function replaceModules(modules: string, target: Target): Promise<BunPlugin> {
  // All made beforehand: a bundle that starts inside another one never ends.
  const sources: Record<string, string> = {
    'src/tracker/bundle.ts': asModule('bundleTracker', await bundleTracker()),
    'src/dashboard/bundle.ts': asModule('bundleDashboard', await bundleDashboard()),
    'src/cli/notices.ts': asModule('collectNotices', await collectNotices()),
    'src/db/native/embedded-library.ts': await packLibrary(
      join(modules, `@duckdb/node-bindings-${target}`),
    ),
    // The package picks a native file by platform; here src/db/native/native.ts has loaded the one.
    'node_modules/@duckdb/node-bindings/duckdb.js': `module.exports = globalThis[Symbol.for('footfall.duckdb')]`,
  }
  return {
    name: 'replace modules',
    setup(builder) {
      for (const [path, contents] of Object.entries(sources)) {
        const filter = new RegExp(`/${path.replaceAll('.', '\\.')}$`)
        builder.onLoad({ filter }, () => ({ contents, loader: 'js' }))
      }
    },
  }
}

function asModule(name: string, bundle: unknown): string {
  return `export const ${name} = async () => (${JSON.stringify(bundle)})`
}

/** Compresses DuckDB's two files and returns the source of a module that lists them. */
async function packLibrary(folder: string): Promise<string> {
  const names = ['duckdb.node', 'libduckdb.so']
  const packed = await Promise.all(names.map((name) => packFile(join(folder, name))))
  const imports = packed.map(
    (path, index) => `import packed${index} from ${JSON.stringify(path)} with { type: 'file' }`,
  )
  const rows = names.map(async (name, index) => {
    const bytes = await file(join(folder, name)).bytes()
    const fields = JSON.stringify({ name, size: bytes.length, sha256: hashOf(bytes) })
    return `{ ...${fields}, packed: packed${index} }`
  })
  return [...imports, `export const embeddedLibrary = [${await Promise.all(rows)}]`].join('\n')
}

/** Compresses a file into the cache, unless an earlier build did, and returns where. */
async function packFile(path: string): Promise<string> {
  const bytes = await file(path).bytes()
  const packed = join(cache, `${hashOf(bytes)}.zst`)
  if (!(await file(packed).exists())) {
    await write(`${packed}.part`, zstdCompressSync(bytes, { level: 19 }))
    await rename(`${packed}.part`, packed)
  }
  return packed
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
