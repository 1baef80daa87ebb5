// `footfall user list`, `add`, `role` and `remove`.

import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type Role, roles, type User } from '../../access/user.ts'
import { removeUser } from '../../accounts/removal.ts'
import { oneOf, onOff, password } from '../../config/values.ts'
import { ConfigError, parseCommand, type Variables } from '../../config.ts'
import type { Entities } from '../../db/sqlite/entities.ts'
import { plainPattern } from '../../http/input/visible-text.ts'
import { Passwords } from '../../users/password.ts'
import {
  createUser,
  findUserByName,
  isLastAdmin,
  listAllUsers,
  normalName,
  updateUser,
} from '../../users/store.ts'
import { askServer } from '../control.ts'
import { requireUser, withEntities } from './entities.ts'

const maxNameLength = 255

export const addOptions = {
  role: { default: 'user', help: `One of ${roles.join(', ')}.`, parse: oneOf<Role>(roles) },
  password: {
    default: null,
    help: 'The password; without it a random one is made and printed.',
    isSecret: true,
    parse: password,
  },
} as const

export const removeOptions = {
  yes: {
    default: 'false',
    help: 'Really remove; without it only print what would go.',
    parse: onOff,
  },
} as const

export async function listUsers(args: string[], variables: Variables): Promise<number> {
  const { config } = parseCommand({}, args, variables)
  await withEntities(config.dataDir, (entities) => {
    const pageSize = 1000
    for (let page = 1; ; page++) {
      const order = { orderBy: 'username', isDescending: false }
      const { data } = listAllUsers(entities, { page, pageSize, ...order })
      for (const { username, role, websites, createdAt } of data) {
        const day = new Date(createdAt).toISOString().slice(0, 10)
        process.stdout.write(`${[username, role, websites, day].join('\t')}\n`)
      }
      if (data.length < pageSize) return
    }
  })
  return 0
}

export async function addUser(args: string[], variables: Variables): Promise<number> {
  const { values, config, operands } = parseCommand(addOptions, args, variables, 1)
  const [given] = operands
  if (given === undefined) throw new ConfigError('user add needs the name of the user')
  if (given.length > maxNameLength || !new RegExp(plainPattern).test(given)) {
    throw new ConfigError(`a name has 1 to ${maxNameLength} characters, all of them visible`)
  }
  const username = normalName(given)
  const newPassword = values.password ?? randomBytes(15).toString('base64url')
  const id = randomUUID()
  const passwordHash = await new Passwords().hash(newPassword, id)
  await withEntities(config.dataDir, (entities) =>
    inOneStep(entities, () => {
      if (findUserByName(entities, username)) {
        throw new Error(`There is a user ${JSON.stringify(username)} already.`)
      }
      createUser(entities, { id, username, passwordHash, role: values.role, createdAt: Date.now() })
    }),
  )
  process.stdout.write(`${JSON.stringify(username)} is added as ${values.role}.\n`)
  if (values.password === null) process.stdout.write(`Password: ${newPassword}\n`)
  return 0
}

export async function changeRole(args: string[], variables: Variables): Promise<number> {
  const { config, operands } = parseCommand({}, args, variables, 2)
  const [given, word] = operands
  if (given === undefined || word === undefined) {
    throw new ConfigError(`user role needs the name of a user, and one of ${roles.join(', ')}`)
  }
  const role = roles.find((one) => one === word)
  if (role === undefined) {
    throw new ConfigError(`a role is one of ${roles.join(', ')}, not ${JSON.stringify(word)}`)
  }
  const user = await withEntities(config.dataDir, (entities) =>
    inOneStep(entities, () => {
      const found = requireUser(entities, given)
      if (role !== 'admin') refuseLastAdmin(entities, found)
      const endsTokens = role !== found.role
      if (endsTokens) updateUser(entities, { ...found, role, endsTokens }, Date.now())
      return found
    }),
  )
  process.stdout.write(
    user.role === role
      ? `${JSON.stringify(user.username)} is ${role} already.\n`
      : `${JSON.stringify(user.username)} was ${user.role} and is ${role}; all of their log-ins have ended.\n`,
  )
  return 0
}

export async function removeNamed(args: string[], variables: Variables): Promise<number> {
  const { values, config, operands } = parseCommand(removeOptions, args, variables, 1)
  const [given] = operands
  if (given === undefined) throw new ConfigError('user remove needs the name of a user')
  const { user, owned } = await withEntities(config.dataDir, (entities) =>
    inOneStep(entities, () => {
      const found = requireUser(entities, given)
      refuseLastAdmin(entities, found)
      const description = describeOwned(entities, found.id)
      if (values.yes) removeUser(entities, found.id, Date.now())
      return { user: found, owned: description }
    }),
  )
  const name = JSON.stringify(user.username)
  if (!values.yes) {
    process.stdout.write(`${name} owns ${owned}. To remove all of it for good, add --yes.\n`)
    return 1
  }
  process.stdout.write(`${name} is removed, with ${owned}.\n`)
  // Else a running server would go on taking events of removed websites for a while.
  await askServer(resolve(config.dataDir), '/entities-changed', { method: 'POST' })
  return 0
}

/** Runs work that reads and then writes; a server that writes waits, and is waited for. */
const inOneStep = <Result>(entities: Entities, work: () => Result): Result =>
  entities.transaction(work).immediate()

function refuseLastAdmin(entities: Entities, user: User): void {
  if (isLastAdmin(entities, user)) throw new Error('The last admin must stay an admin.')
}

/** What goes with a user: `2 websites, 1 team`. */
function describeOwned(entities: Entities, id: string): string {
  const count = (query: string) => entities.query<{ n: number }, [string]>(query).get(id)?.n ?? 0
  const teams = "select count(*) as n from team_user where user_id = ? and role = 'team-owner'"
  const counts = [
    ['websites', count('select count(*) as n from website where user_id = ?')],
    ['links', count('select count(*) as n from link where user_id = ?')],
    ['pixels', count('select count(*) as n from pixel where user_id = ?')],
    ['boards', count('select count(*) as n from board where user_id = ?')],
    ['teams', count(teams)],
  ] as const
  return counts.map(([what, n]) => `${n} ${what}`).join(', ')
}
