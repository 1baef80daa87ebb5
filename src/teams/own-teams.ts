import { signedIn } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import { pageAnswer } from '../http/answers.ts'
import { read } from '../http/endpoint.ts'
import { listing } from '../http/input/fields.ts'
import { listedTeamAnswer, listedTeams } from './row.ts'
import { listUserTeams } from './store.ts'

/** The operation at `path` that lists the caller's teams; clients know it by two addresses. */
export const declareOwnTeams = (path: string) =>
  read(path, {
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
  })
