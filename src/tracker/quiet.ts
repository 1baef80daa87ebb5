/** The same function, but its failures stay here: a page must not notice that statistics failed. */
export const quiet =
  <Args extends unknown[]>(run: (...args: Args) => void): ((...args: Args) => void) =>
  (...args) => {
    try {
      run(...args)
    } catch {}
  }
