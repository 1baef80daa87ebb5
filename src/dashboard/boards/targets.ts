// The websites, links and pixels that a board shows.

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../state/api.ts'
import type { Target } from '../state/target.ts'
import type { BoardRow } from './board.ts'

/** Targets by id. */
export type Targets = ReadonlyMap<string, Target>

/**
 * The targets of a board as far as they still exist for the reader; `null` while they load.
 * Pages of a target lie below `root`.
 */
export function useTargets(rows: readonly BoardRow[], root: string, isShared: boolean) {
  const wanted = new Map(
    rows.flatMap(({ panels }) => panels.map((panel) => [panel.targetId, panel.targetKind])),
  )
  const key = JSON.stringify([root, isShared, ...[...wanted].sort()])
  const [found, setFound] = useState<{ key: string; targets: Targets } | null>(null)
  useEffect(() => {
    let isWanted = true
    const requests = [...wanted].map(([id, kind]) => findTarget(id, kind, root, isShared))
    Promise.all(requests).then((list) => {
      if (!isWanted) return
      const targets = new Map(list.flatMap((target) => (target ? [[target.id, target]] : [])))
      setFound({ key, targets })
    })
    return () => {
      isWanted = false
    }
  }, [key])
  return found?.key === key ? found.targets : null
}

async function findTarget(
  id: string,
  kind: Target['kind'],
  root: string,
  isShared: boolean,
): Promise<Target | null> {
  const path = `${kind}s/${encodeURIComponent(id)}`
  const answer = await ask<{ id: string; name: string; domain?: string | null }>(`/api/${path}`)
  if (!answer.ok) return null
  return {
    id,
    kind,
    name: answer.value.name,
    domain: answer.value.domain ?? null,
    root: `${root}/${path}`,
    isShared,
    sections: null,
    // A filter would hold for every panel, whatever it shows.
    mayChange: false,
    mayFilter: false,
  }
}
