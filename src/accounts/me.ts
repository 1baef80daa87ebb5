// /api/me: what belongs to the caller; the account itself is in ../sign-in/login.ts.

import { signedIn } from '../access/rule.ts'
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
    access: signedIn,
    query: { includeTeams: flag('Adds websites of teams that the caller owns.'), ...listing },
    answer: pageAnswer(ownedWebsiteAnswer),
    run: ({ app, subject, query }) => {
      const includesTeams = isOn(query.includeTeams)
      const found = listWebsites(app.entities, subject.id, includesTeams, readListQuery(query))
      return { ...found, data: found.data.map(ownedWebsiteRow) }
    },
  }),
]
