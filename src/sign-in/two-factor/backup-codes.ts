// Backup codes: each opens the door once, for those who lost their authenticator.

import { createHmac, randomInt } from 'node:crypto'

const count = 10
const groupLength = 5
// Letters and digits that are not mistaken for each other on paper.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const randomGroup = (): string =>
  Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')

export const createBackupCodes = (): string[] =>
  Array.from({ length: count }, () => `${randomGroup()}-${randomGroup()}`)

/** What is stored of a code, however it was typed: without the instance's secret it cannot be tried. */
export function hashBackupCode(instanceSecret: string, userId: string, code: string): string {
  const key = createHmac('sha256', instanceSecret).update('backup codes').digest()
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  return createHmac('sha256', key).update(`${userId} ${plain}`).digest('hex')
}
