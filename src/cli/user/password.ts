// `footfall user password`: for a lost password.

import { randomBytes } from 'node:crypto'
import { password } from '../../config/values.ts'
import { ConfigError, parseCommand, type Variables } from '../../config.ts'
import { Passwords } from '../../users/password.ts'
import { replacePassword } from '../../users/store.ts'
import { requireUser, withEntities } from './entities.ts'

export const passwordOptions = {
  password: {
    default: null,
    help: 'The new password; without it a random one is made and printed.',
    isSecret: true,
    parse: password,
  },
} as const

export async function changePassword(args: string[], variables: Variables): Promise<number> {
  const { values, config, operands } = parseCommand(passwordOptions, args, variables, 1)
  const [username] = operands
  if (username === undefined) throw new ConfigError('user password needs the name of a user')
  const newPassword = values.password ?? randomBytes(15).toString('base64url')
  await withEntities(config.dataDir, async (entities) => {
    const user = requireUser(entities, username)
    const { id, passwordHash: oldHash } = user
    const newHash = await new Passwords().hash(newPassword, id)
    if (!replacePassword(entities, { id, oldHash, newHash }, Date.now())) {
      throw new Error('The password has just been changed by another person; try again.')
    }
    process.stdout.write(
      `The password of ${JSON.stringify(user.username)} is changed; all of their log-ins have ended.\n`,
    )
  })
  if (values.password === null) process.stdout.write(`New password: ${newPassword}\n`)
  return 0
}
