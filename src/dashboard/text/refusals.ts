// What the server may refuse in a sentence of its own, said in the reader's language.

import type { Problem } from '../state/api.ts'
import { type MessageKey, t } from './messages.ts'

const keys: Record<string, MessageKey | undefined> = {
  'That slug is already taken.': 'refused.slug',
  'That access code is already taken.': 'refused.code',
  'Current password is incorrect': 'refused.password',
  'User already exists': 'refused.user',
  'User is already a member of the Team.': 'refused.member',
  'User is already a team member.': 'refused.member',
  'Team not found.': 'refused.team',
  'The last admin must stay an admin.': 'refused.lastAdmin',
  'You cannot delete yourself.': 'refused.self',
}

/** For the `explain` of a form: the refusal in the reader's language, `null` for other problems. */
export function refusalText({ message }: Problem): string | null {
  const key = keys[message]
  return key ? t(key) : null
}
