import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../components/skeleton.tsx'
import type { View } from '../filters/view.ts'
import { t } from '../text/messages.ts'

type MapType = ComponentType<{ view: View }>

let loaded: MapType | null = null

/** The world map; its shapes are loaded when it is first shown. */
export function LazyMap({ view }: { view: View }) {
  const [hasFailed, setFailed] = useState(false)
  const [, draw] = useState(0)
  const load = () => {
    setFailed(false)
    import('./world-map.tsx').then(
      ({ WorldMap }) => {
        loaded = WorldMap
        draw((count) => count + 1)
      },
      (error: unknown) => {
        console.error(error)
        setFailed(true)
      },
    )
  }
  useEffect(() => {
    if (!loaded) load()
  }, [])
  const Loaded = loaded
  if (Loaded) return <Loaded view={view} />
  if (!hasFailed) return <Skeleton class="map-outline" />
  return (
    <div class="note note-problem" role="alert">
      <p>{t('problem.page')}</p>
      <button type="button" class="button" onClick={load}>
        {t('problem.retry')}
      </button>
    </div>
  )
}
