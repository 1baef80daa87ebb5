import { useId, useState } from 'preact/hooks'
import { useAnswer } from '../../state/answer.ts'
import { opensSection, statisticPath, useTarget } from '../../state/target.ts'
import { t } from '../../text/messages.ts'
import { AsyncView } from '../async-view.tsx'
import { Icon } from '../icon.tsx'
import type { Property } from './property.ts'
import { PropertyList } from './property-list.tsx'

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
  const properties = useAnswer<Property[]>(statisticPath(target, `event-data/${eventId}`))
  return (
    <AsyncView answer={properties} rows={2}>
      {(found) => <PropertyList properties={found} />}
    </AsyncView>
  )
}
