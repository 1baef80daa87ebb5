/**
 * A function that reads members of an object into a list, by paths such as `hit.at`: as fast as if it
 * was written out, several times faster than a loop over the paths. `null` is a place that no member
 * fills. Paths become code, so they must never come from a request.
 */
export const compileReader = <From extends object, Value>(
  paths: readonly (string | null)[],
): ((from: From) => Value[]) =>
  new Function(
    'from',
    `return [${paths.map((path) => (path === null ? 'null' : `from.${path}`)).join()}]`,
  ) as (from: From) => Value[]
