import { useEffect, useState } from 'preact/hooks'
import type { Account } from '../../state/account.ts'
import { ask } from '../../state/api.ts'

interface SeenWebsite {
  id: string
  name: string
}

/** The websites that the reader has and those of their teams, by name; `null` while they load. */
export function useSeenWebsites({ id, teams }: Account): readonly SeenWebsite[] | null {
  const [seen, setSeen] = useState<readonly SeenWebsite[] | null>(null)
  const key = [id, ...teams.map((team) => team.id)].join(' ')
  useEffect(() => {
    let isWanted = true
    const paths = ['/api/websites', ...teams.map((team) => `/api/teams/${team.id}/websites`)]
    const requests = paths.map((path) =>
      ask<{ data: SeenWebsite[] }>(path, { query: { pageSize: 1000 } }),
    )
    Promise.all(requests).then((answers) => {
      const found = answers.flatMap((answer) => (answer.ok ? answer.value.data : []))
      if (isWanted) setSeen(found.toSorted((a, b) => a.name.localeCompare(b.name)))
    })
    return () => {
      isWanted = false
    }
  }, [key])
  return seen
}
