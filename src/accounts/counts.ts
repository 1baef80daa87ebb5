// How much of each kind is a user's, as clients count it.

import { Type as t } from '@sinclair/typebox'
import type { Entities } from '../db/sqlite/entities.ts'

/** Each with the condition on the rows of its table. */
const counted = {
  websites: 'website where user_id = $id',
  createdBy: 'website where created_by = $id',
  links: 'link where user_id = $id',
  pixels: 'pixel where user_id = $id',
  boards: "board where user_id = $id and type <> 'dashboard'",
  reports: 'report where user_id = $id',
  teams: 'team_user where user_id = $id',
  apiKeys: 'api_key where user_id = $id',
  twoFactorAuth: 'two_factor where user_id = $id and confirmed_at is not null',
  twoFactorBackupCodes: 'backup_code where user_id = $id',
  // The newest used token; older ones are refused by its time.
  twoFactorOtpUseds: 'two_factor where user_id = $id and last_step is not null',
} as const

type CountName = keyof typeof counted

const names = Object.keys(counted) as CountName[]
const columns = names.map((name) => `(select count(*) from ${counted[name]}) as ${name}`)

export const countsAnswer = t.Object(
  Object.fromEntries(names.map((name) => [name, t.Integer()])) as Record<
    CountName,
    ReturnType<typeof t.Integer>
  >,
  { description: 'How much is theirs; `createdBy`: websites that they have created.' },
)

export const countOwned = (db: Entities, id: string): Record<CountName, number> =>
  db
    .query<Record<CountName, number>, [{ id: string }]>(`select ${columns.join(', ')}`)
    .get({ id }) as Record<CountName, number>
