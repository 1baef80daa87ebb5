/** The address to open after logging in: one of this page. */
export function readNextAddress(text: string | null): string {
  if (!text?.startsWith('/') || !URL.canParse(text, location.origin)) return '/'
  // Read as a browser reads it: tabs vanish, and two slashes name another host.
  const { origin, pathname, search } = new URL(text, location.origin)
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search : '/'
}
