/**
 * The path and query of a request's address. By text, because a Host header with anything in it makes
 * an address that does not parse, or leaves the path alone.
 */
export function readTarget(url: string): string {
  if (url.startsWith('/')) return url
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** The path of a request's address, without its query. */
export function readPath(url: string): string {
  const target = readTarget(url)
  const end = target.search(/[?#]/)
  return end < 0 ? target : target.slice(0, end)
}

/** Whether the escapes of a path make text, which `%`, `%FF` and half a character do not. */
export function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
