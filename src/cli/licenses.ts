// `footfall licenses`: the notices of the packages inside.

import { readArguments } from '../config/options.ts'
import { collectNotices } from './notices.ts'

/** Prints all notices. */
export async function licensesCommand(args: string[]): Promise<number> {
  // It takes no options.
  readArguments(args, new Map(), 0)
  await Bun.write(Bun.stdout, `${await collectNotices()}\n`)
  return 0
}
