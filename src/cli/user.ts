// `footfall user …`: looks after users without the server, also while one runs.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { password } from '../config/values.ts'
import { ConfigError, parseCommand, type Variables } from '../config.ts'
import { type Entities, openEntities, pendingEntityMigrations } from '../db/sqlite/entities.ts'
import { Passwords } from '../users/password.ts'
import { findUserByName, replacePassword } from '../users/store.ts'
import type { Subcommand } from './command.ts'

const passwordOptions = {
  password: {
    default: null,
    help: 'The new password; without it a random one is made and printed.',
    isSecret: true,
    parse: password,
  },
} as const

export const userSubcommands: Record<string, Subcommand> = {
  password: {
    operands: 'NAME',
    help: 'Give a user a new password and end all of their log-ins.',
    options: passwordOptions,
    run: changePassword,
  },
}

async function changePassword(args: string[], variables: Variables): Promise<number> {
  const { values, config, operands } = parseCommand(passwordOptions, args, variables, 1)
  const [username] = operands
  if (username === undefined) throw new ConfigError('user password needs the name of a user')
  const newPassword = values.password ?? randomBytes(15).toString('base64url')
  await withEntities(config.dataDir, async (entities) => {
    const user = findUserByName(entities, username)
    if (!user) throw new Error(`There is no user ${JSON.stringify(username)}.`)
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

/** Opens the entities of a data folder, which a server may be using. Makes and migrates nothing. */
async function withEntities(
  dataDir: string,
  work: (entities: Entities) => Promise<void>,
): Promise<void> {
  const folder = resolve(dataDir)
  if (!existsSync(join(folder, 'footfall.db'))) {
    throw new Error(`There is no footfall.db in ${folder}; name the data folder with --data-dir.`)
  }
  const entities = openEntities(folder)
  try {
    if (pendingEntityMigrations(entities).length > 0) {
      throw new Error('An older version has written the data folder; start footfall once first.')
    }
    await work(entities)
  } finally {
    entities.close()
  }
}
