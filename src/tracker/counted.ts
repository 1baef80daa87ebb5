// Which websites are counted in this document. Frameworks run the script again with each page they
// swap in, and all its runs know each other by this.

const registry = document as unknown as Record<symbol, Set<string> | undefined>
const key = Symbol.for('footfall')
const counted = registry[key] ?? new Set()
registry[key] = counted

/** Whether a tracker counts for this website already. */
export const isCounted = (website: string): boolean => counted.has(website.toLowerCase())

/** Says that a tracker counts for this website from now on. */
export const markCounted = (website: string): void => {
  counted.add(website.toLowerCase())
}
