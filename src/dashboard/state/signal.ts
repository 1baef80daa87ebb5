// A value that components follow. @preact/signals would do the same for 2.6 kB more, gzipped.

import { useEffect, useRef, useState } from 'preact/hooks'

export interface Signal<Value> {
  read(): Value
  write(value: Value): void
  /** Calls back after each change until the returned function is called. */
  follow(callback: () => void): () => void
}

export function signal<Value>(first: Value): Signal<Value> {
  let value = first
  const followers = new Set<() => void>()
  return {
    read: () => value,
    write(next) {
      if (Object.is(next, value)) return
      value = next
      for (const callback of [...followers]) callback()
    },
    follow(callback) {
      followers.add(callback)
      return () => followers.delete(callback)
    },
  }
}

/** The signal's value; the component is drawn again when it changes. */
export function useSignal<Value>(target: Signal<Value>): Value {
  const [, draw] = useState(0)
  const drawn = useRef(target.read())
  drawn.current = target.read()
  useEffect(() => {
    const follow = () => draw((count) => count + 1)
    // It may have changed between drawing and now.
    if (!Object.is(drawn.current, target.read())) follow()
    return target.follow(follow)
  }, [target])
  return drawn.current
}
