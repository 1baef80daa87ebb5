// /api/me: what belongs to the caller; the account itself is in ../sign-in/login.ts.

import { signedIn } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import { pageAnswer } from '../http/answers.ts'
import { read } from '../http/endpoint.ts'
import { flag, isOn, listing } from '../http/input/fields.ts'
import { listedTeamAnswer, listedTeams } from '../teams/row.ts'
import { listUserTeams } from '../teams/store.ts'
import { ownedWebsiteAnswer, ownedWebsiteRow } from '../websites/row.ts'
import { listWebsites } from '../websites/store.ts'

export const meOperations = [
  read('/api/me/teams', {
    summary: 'The teams that the caller is in.',
    access: signedIn,
    query: listing,
    answer: pageAnswer(listedTeamAnswer),
    run: ({ app, subject, query }) =>
      listedTeams(
        app.entities,
        subject,
        listUserTeams(app.entities, subject.id, readListQuery(query)),
      ),
  }),
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
