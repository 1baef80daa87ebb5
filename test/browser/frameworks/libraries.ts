// Other people's libraries, for pages that the tracker is tried in. They have a package of their
// own, which is installed here when it is not there yet: who starts footfall does not need them.
// Tests skip when it cannot be installed, unless FOOTFALL_REQUIRE_ALL is set.
import { join } from 'node:path'
import { canBrowse } from '../../support/chromium.ts'

const installMs = 120_000

function install(): boolean {
  if (!canBrowse) return false
  const { success, stderr } = Bun.spawnSync([process.execPath, 'install', '--frozen-lockfile'], {
    cwd: import.meta.dir,
    stderr: 'pipe',
    timeout: installMs,
  })
  if (success) return true
  const reason = `${stderr}`.split('\n').find((line) => line.startsWith('error')) ?? 'no time left'
  const problem = `The libraries of test/browser/frameworks cannot be installed (${reason}).`
  if (process.env.FOOTFALL_REQUIRE_ALL === '1') throw new Error(problem)
  console.warn(`Tests beside frameworks are skipped. ${problem}`)
  return false
}

/** Whether tests with these libraries are to run. */
export const canUseLibraries = install()

const inPackages = (path: string): string => join(import.meta.dir, 'node_modules', path)

/** The text of a published file, by package and path. */
export const libraryText = (path: string): Promise<string> => Bun.file(inPackages(path)).text()

async function bundle(entry: string, plugins: Bun.BunPlugin[] = []): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    define: {
      'process.env.NODE_ENV': '"development"',
      'import.meta.env.SSR': 'false',
      'import.meta.env.DEV': 'false',
      __PREFETCH_DISABLED__: 'true',
    },
    plugins,
  })
  return (outputs[0] as Bun.BuildArtifact).text()
}

/** The app of `react-app.js` with React as developers run it, which starts every effect twice. */
export async function reactApp(): Promise<string> {
  // In a process of its own: this one may have looked for the packages before they were installed.
  const entry = join(import.meta.dir, 'react-app.js')
  const define = 'process.env.NODE_ENV="development"'
  const built = Bun.spawn(
    [process.execPath, 'build', entry, '--target=browser', `--define=${define}`],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const text = await new Response(built.stdout).text()
  if ((await built.exited) !== 0) throw new Error('the React app could not be built')
  return text
}

/** What the component ClientRouter of Astro puts into pages, as its build would. */
export function astroClientRouter(): Promise<string> {
  const component = inPackages('astro/components/ClientRouter.astro')
  const modules: Record<string, string> = {
    'virtual:astro:adapter-config/client': 'export const internalFetchHeaders = {}',
    'astro/virtual-modules/prefetch.js': 'export const init = () => {}',
    'astro:transitions/client': `export * from ${JSON.stringify(inPackages('astro/dist/transitions/router.js'))}`,
  }
  return bundle(component, [
    {
      name: 'astro',
      setup(build) {
        build.onLoad({ filter: /\.astro$/ }, async ({ path }) => {
          const [, script = ''] = /<script>(.*)<\/script>/s.exec(await Bun.file(path).text()) ?? []
          return { contents: script, loader: 'ts' }
        })
        build.onResolve({ filter: /^(virtual:)?astro[:/]/ }, ({ path }) => ({
          path,
          namespace: 'astro',
        }))
        build.onLoad({ filter: /.*/, namespace: 'astro' }, ({ path }) => ({
          contents: modules[path] ?? '',
          loader: 'js',
        }))
      },
    },
  ])
}
