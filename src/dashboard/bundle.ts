// Turns the sources of the dashboard into the files that browsers load.

import { type BunPlugin, build } from 'bun'
import { drawWorld } from './map/world.ts'

/** A file under /assets/; its name changes with its content. */
export interface Asset {
  name: string
  type: string
  text: string
}

export interface DashboardBundle {
  /** Names of the assets that every page begins with. */
  script: string
  themeInit: string
  style: string
  /** What the script cannot start without, to be fetched along with it. */
  needed: string[]
  assets: Asset[]
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** What is worked out here, so that browsers get paths ready to draw and no more names than they show. */
const tables: BunPlugin = {
  name: 'tables',
  setup(builder) {
    builder.onLoad({ filter: /\/dashboard\/map\/world-shapes\.ts$/ }, async () => ({
      contents: `export const worldShapes = ${JSON.stringify(await drawWorld())}`,
      loader: 'js',
    }))
    builder.onLoad({ filter: /\/dashboard\/text\/region-table\.ts$/ }, async () => {
      const { listRegions } = await import('./text/regions.ts')
      return {
        contents: `export const regionTable = ${JSON.stringify(listRegions())}`,
        loader: 'js',
      }
    })
  },
}

/**
 * Bundles and minifies script, pages that load when they are opened, and style. Throws an Error
 * with the bundler's messages when the sources do not build.
 */
export async function bundleDashboard(): Promise<DashboardBundle> {
  const folder = import.meta.dir
  const shared = { target: 'browser', minify: true, naming: '[name]-[hash].[ext]' } as const
  const modules = await build({
    ...shared,
    entrypoints: [`${folder}/main.tsx`, `${folder}/style.css`],
    format: 'esm',
    splitting: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [tables],
  })
  // One plain script: modules would run only after the first paint.
  const themeInit = await build({
    ...shared,
    entrypoints: [`${folder}/theme/theme-init.ts`],
    format: 'iife',
  })
  const assets = await Promise.all(
    [...modules.outputs, ...themeInit.outputs].map(async (output) => {
      const name = output.path.replace(/^.*\//, '')
      const type = types[name.replace(/^.*\./, '')]
      if (!type) throw new Error(`The dashboard has a file of unknown type: ${name}`)
      return { name, type, text: await output.text() }
    }),
  )
  const findAsset = (pattern: RegExp) => {
    const found = assets.find(({ name }) => pattern.test(name))
    if (!found) throw new Error(`The dashboard was built without ${pattern.source}.`)
    return found.name
  }
  const script = findAsset(/^main-\w+\.js$/)
  return {
    script,
    needed: neededBy(script, assets),
    themeInit: findAsset(/^theme-init-\w+\.js$/),
    style: findAsset(/^style-\w+\.css$/),
    assets,
  }
}

/** The files that a script imports, directly or not, before it runs. */
function neededBy(script: string, assets: readonly Asset[]): string[] {
  const seen = new Set([script])
  for (const name of seen) {
    const text = assets.find((asset) => asset.name === name)?.text ?? ''
    for (const [, next] of text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) {
      if (next) seen.add(next)
    }
  }
  return [...seen].slice(1)
}
