// `footfall user …`: looks after users without the server, and beside a running one.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError, parseConfig, settings } from '../config.ts'
import { type Entities, openEntities, pendingEntityMigrations } from '../db/sqlite/entities.ts'
import { Passwords } from '../users/password.ts'
import { findUserByName, replacePassword } from '../users/store.ts'
import type { Subcommand } from './commands.ts'
import { takeOptions } from './options.ts'

type Variables = Record<string, string | undefined>

const passwordOptions = {
  password: {
    default: null,
    help: 'The new password; without it a random one is made and printed.',
    isSecret: true,
    parse: settings.adminPassword.parse,
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
  const [username, ...flags] = args
  if (username === undefined || username.startsWith('--')) {
    throw new ConfigError('user password needs the name of a user')
  }
  const { values, rest } = takeOptions(passwordOptions, flags)
  const { dataDir } = parseConfig(rest, variables)
  const password = values.password ?? randomBytes(15).toString('base64url')
  await withEntities(dataDir, async (entities) => {
    const user = findUserByName(entities, username)
    if (!user) throw new Error(`There is no user ${JSON.stringify(username)}.`)
    const { id, passwordHash: oldHash } = user
    const newHash = await new Passwords().hash(password, id)
    if (!replacePassword(entities, { id, oldHash, newHash }, Date.now())) {
      throw new Error('The password has just been changed by somebody else; try again.')
    }
    process.stdout.write(
      `The password of ${JSON.stringify(user.username)} is changed; all of their log-ins have ended.\n`,
    )
  })
  if (values.password === null) process.stdout.write(`New password: ${password}\n`)
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
