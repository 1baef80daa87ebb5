/**
 * The path of a request's absolute address, without its query. By text, because this runs for every
 * event, and because a Host header with anything in it makes an address that does not parse.
 */
export function readPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
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
