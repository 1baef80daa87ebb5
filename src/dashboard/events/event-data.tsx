import { useId, useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import type { RecordedProperty } from '../components/filter/recorded-property.ts'
import { Icon } from '../components/icon.tsx'
import { PropertyList } from '../components/metric/property-list.tsx'
import { useAnswer } from '../state/answer.ts'
import { opensSection, statisticPath, useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'

/** A button that shows the properties of an event below itself. */
export function EventData({ eventId }: { eventId: string }) {
  const target = useTarget()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!opensSection(target, 'events')) return null
  return (
    <span class={isOpen ? 'event-data event-data-open' : 'event-data'}>
      <button
        type="button"
        class="button-bare"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="down" />
        {t('properties')}
      </button>
      <div class="event-data-list" id={id}>
        {isOpen && <Properties eventId={eventId} />}
      </div>
    </span>
  )
}

function Properties({ eventId }: { eventId: string }) {
  const target = useTarget()
  const properties = useAnswer<RecordedProperty[]>(statisticPath(target, `event-data/${eventId}`))
  return (
    <AsyncView of={properties} rows={2}>
      {(found) => <PropertyList properties={found} />}
    </AsyncView>
  )
}
