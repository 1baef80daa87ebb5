/**
 * The tracker script, bundled and minified. Two names are left free in it, for the server to
 * replace by literals: FOOTFALL_COLLECT_ENDPOINT (text, path of the collect endpoint) and
 * FOOTFALL_SCRIPT_DEPTH (number of path segments to cut from the script's address).
 * Throws an Error with the bundler's messages when the sources do not build.
 */
export async function bundleTracker({ vitals } = { vitals: true }): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/tracker.ts`],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: { FOOTFALL_VITALS: String(vitals) },
  })
  const [script] = outputs
  if (!script) throw new Error('The tracker script did not build.')
  return (await script.text()).trim()
}
