// `footfall user …`: looks after users without the server, also while one runs.

import type { Subcommand } from '../command.ts'
import { addOptions, addUser, changeRole, listUsers, removeNamed, removeOptions } from './manage.ts'
import { changePassword, passwordOptions } from './password.ts'
import { removeSecondFactor } from './two-factor.ts'

export const userSubcommands: Record<string, Subcommand> = {
  list: {
    help: 'Print all users: name, role, websites of their own, and since when.',
    run: listUsers,
  },
  add: {
    operands: 'NAME',
    help: 'Add a user.',
    options: addOptions,
    run: addUser,
  },
  password: {
    operands: 'NAME',
    help: 'Give a user a new password and end all of their log-ins.',
    options: passwordOptions,
    run: changePassword,
  },
  role: {
    operands: 'NAME ROLE',
    help: 'Make a user admin, user or view-only, and end all of their log-ins.',
    run: changeRole,
  },
  'disable-2fa': {
    operands: 'NAME',
    help: 'Remove the second factor of a user who lost it; the password is enough again.',
    run: removeSecondFactor,
  },
  remove: {
    operands: 'NAME',
    help: 'Remove a user with everything they own, for good.',
    options: removeOptions,
    run: removeNamed,
  },
}
