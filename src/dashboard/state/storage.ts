// What the browser remembers between visits. A browser that refuses storage forgets at reload.

const forgotten = new Map<string, string>()

const keyOf = (name: string) => `footfall.${name}`

/** The stored text, `null` when there is none. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name))
  } catch {
    return forgotten.get(name) ?? null
  }
}

/** Stores a text; `null` forgets it. */
export function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), text)
  } catch {
    if (text === null) forgotten.delete(name)
    else forgotten.set(name, text)
  }
}
