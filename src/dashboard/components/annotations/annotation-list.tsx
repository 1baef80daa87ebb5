import type { Zone } from '../../../time/zone.ts'
import { t } from '../../text/messages.ts'
import { EmptyNote } from '../empty-note.tsx'
import { Dialog } from '../form/dialog.tsx'
import { Icon } from '../icon.tsx'
import { UserText } from '../user-text.tsx'
import { type Annotation, annotationDate } from './annotation.ts'

interface AnnotationListProps {
  zone: Zone
  annotations: readonly Annotation[]
  mayChange: boolean
  onAdd: () => void
  onEdit: (annotation: Annotation) => void
  onRemove: (annotation: Annotation) => void
  onClose: () => void
}

/** Annotations with what can be done with each. */
export function AnnotationList({
  zone,
  annotations,
  mayChange,
  onAdd,
  onEdit,
  onRemove,
  onClose,
}: AnnotationListProps) {
  return (
    <Dialog title={t('annotations')} onClose={onClose}>
      {annotations.length === 0 ? (
        <EmptyNote title={t('annotations.none')} />
      ) : (
        <ul class="annotation-list">
          {annotations.map((annotation) => (
            <li key={annotation.id} class="annotation">
              <time class="soft" dateTime={annotation.date}>
                {annotationDate(zone, annotation)}
              </time>
              <UserText class="annotation-note" text={annotation.note} />
              {mayChange && (
                <div class="annotation-actions">
                  <button type="button" class="button" onClick={() => onEdit(annotation)}>
                    {t('edit')}
                  </button>
                  <button type="button" class="button" onClick={() => onRemove(annotation)}>
                    {t('delete')}
                  </button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div class="form-actions">
          <button type="button" class="button button-main" onClick={onAdd}>
            <Icon name="plus" />
            {t('annotations.add')}
          </button>
        </div>
      )}
    </Dialog>
  )
}
