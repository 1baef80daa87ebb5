// Addresses with :names.

/** The values of a pattern's names in a path; `null` when it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names: string[] = []
  const expression = pattern.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  const found = new RegExp(`^${expression}$`).exec(path)
  if (!found) return null
  try {
    return Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] as string)]),
    )
  } catch {
    // Broken escapes name nothing.
    return null
  }
}
