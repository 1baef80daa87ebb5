// /api/me: what belongs to the caller; the account itself is in ../sign-in/login.ts.

import { signedInOrBound } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import { pageAnswer } from '../http/answers.ts'
import { read } from '../http/endpoint.ts'
import { flag, isOn, listing } from '../http/input/fields.ts'
import { declareOwnTeams } from '../teams/own-teams.ts'
import { ownedWebsiteAnswer, ownedWebsiteRow } from '../websites/row.ts'
import { listWebsites } from '../websites/store.ts'

export const meOperations = [
  declareOwnTeams('/api/me/teams'),
  read('/api/me/websites', {
    summary: 'The websites of the caller.',
    access: signedInOrBound,
    query: { includeTeams: flag('Adds websites of teams that the caller owns.'), ...listing },
    answer: pageAnswer(ownedWebsiteAnswer),
    run: ({ app, subject, caller, query }) => {
      const includesTeams = isOn(query.includeTeams)
      const own = { userId: subject.id, includesTeams, ids: caller.key?.websiteIds ?? null }
      const found = listWebsites(app.entities, own, readListQuery(query))
      return { ...found, data: found.data.map(ownedWebsiteRow) }
    },
  }),
]
