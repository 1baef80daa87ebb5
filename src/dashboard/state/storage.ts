// What the browser remembers between visits. A browser that refuses storage forgets at reload.

const forgotten = new Map<string, string>()

const storageKey = (name: string) => `footfall.${name}`

/** The stored text, `null` when there is none. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(storageKey(name))
  } catch {
    return forgotten.get(name) ?? null
  }
}

/** Stores a text; `null` forgets it. */
export function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), text)
  } catch {
    if (text === null) forgotten.delete(name)
    else forgotten.set(name, text)
  }
}
