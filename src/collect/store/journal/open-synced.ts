import { constants, openSync } from 'node:fs'

/** Opens a file, made when missing, so that each write is on the disk when it returns. */
export function openSynced(path: string): number {
  const { O_RDWR, O_CREAT, O_DSYNC } = constants
  return openSync(path, O_RDWR | O_CREAT | O_DSYNC, 0o600)
}
