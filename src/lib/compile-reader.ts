/**
 * A function that reads members of an object into a list, by paths such as `hit.at`: as fast as if it
 * was written out, several times faster than a loop over the paths. These become code, so they must
 * never come from a request.
 */
export const compileReader = <From extends object, Value>(
  paths: readonly string[],
): ((from: From) => Value[]) =>
  new Function('from', `return [${paths.map((path) => `from.${path}`).join()}]`) as (
    from: From,
  ) => Value[]
