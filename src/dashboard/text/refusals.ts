// What the server may refuse in a sentence of its own, said in the reader's language.

import type { Problem } from '../state/api.ts'
import { type MessageKey, t } from './messages.ts'

const keys: Record<string, MessageKey | undefined> = {
  'That slug is already taken.': 'refused.slug',
  'That share ID is already taken.': 'refused.slug',
  'That access code is already taken.': 'refused.code',
  'Current password is incorrect': 'refused.password',
  'User already exists': 'refused.user',
  'User is already a member of the Team.': 'refused.member',
  'User is already a team member.': 'refused.member',
  'The User does not exists on this team.': 'refused.noMember',
  'The owner of a team stays its owner.': 'refused.owner',
  'The owner of a team cannot leave it.': 'refused.owner',
  'Team not found.': 'refused.team',
  'The last admin must stay an admin.': 'refused.lastAdmin',
  'You have 100 API keys; revoke one first.': 'refused.apiKeys',
  'This token is wrong.': 'refused.token',
  'This token was used already; wait for the next one.': 'refused.tokenUsed',
  'This backup code is wrong or was used already.': 'refused.backupCode',
  'Two-factor log-in is set up already.': 'refused.twoFactorOn',
  'Two-factor log-in is not set up.': 'refused.twoFactorOff',
  'Begin the set-up first.': 'refused.twoFactorOff',
  'Two-factor log-in is required of you.': 'refused.twoFactorRequired',
  'The second factor cannot be read: the secret of this instance has changed. An administrator can reset it.':
    'refused.twoFactorUnreadable',
  'Too many wrong tokens; try again later.': 'login.slow',
  'You cannot delete yourself.': 'refused.self',
  'A filter is not a valid regular expression.': 'refused.pattern',
  'A backup is being restored.': 'refused.restoring',
  'This process cannot restart itself; use the command.': 'refused.restart',
  'The range ends before it starts.': 'refused.range',
  'The query took too long; try a shorter range.': 'refused.slow',
}

/** For the `explain` of a form: the refusal in the reader's language, `null` for other problems. */
export function refusalText({ message }: Problem): string | null {
  const key = message.startsWith('Too many filters:') ? 'refused.filters' : keys[message]
  return key ? t(key) : null
}

const fieldKeys: readonly [RegExp, MessageKey][] = [
  [/^Too big: expected string to have <=(\d+)/, 'wrong.long'],
  [/^Too small: expected string to have >=(\d+)/, 'wrong.short'],
  [/^Too small: expected number to be >=(-?[\d.]+)/, 'wrong.small'],
  [/^Too big: expected number to be <=(-?[\d.]+)/, 'wrong.big'],
  [/^Invalid slug/, 'wrong.slug'],
  [/^Invalid URL/, 'wrong.url'],
  [/^Invalid domain/, 'wrong.domain'],
]

/**
 * What is wrong with a named value that was sent, in the reader's language; `null` when only the
 * server has words for it.
 */
export function fieldText(name: string, problem: string): string | null {
  if (['startAt', 'endAt', 'startDate', 'endDate'].includes(name)) return t('refused.dates')
  for (const [pattern, key] of fieldKeys) {
    const found = pattern.exec(problem)
    if (found) return t(key, { count: Number(found[1] ?? 0) })
  }
  return null
}
