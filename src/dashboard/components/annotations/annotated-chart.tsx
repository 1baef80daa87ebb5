// A chart over time with what happened when: marks, a list, and a click to add another one.

import { useMemo, useState } from 'preact/hooks'
import type { Zone } from '../../../time/zone.ts'
import { useSignal } from '../../state/signal.ts'
import { useTarget } from '../../state/target.ts'
import { zoneChoice } from '../../state/zone-choice.ts'
import { t } from '../../text/messages.ts'
import { findZone } from '../../time/zone.ts'
import { Chart } from '../chart/chart.tsx'
import type { ChartProps } from '../chart/chart-props.ts'
import { ConfirmDialog } from '../form/confirm-dialog.tsx'
import { Icon } from '../icon.tsx'
import { toast } from '../toast.tsx'
import { UserText } from '../user-text.tsx'
import {
  type Annotation,
  annotationStart,
  annotationsWithin,
  type Draft,
  markBuckets,
  newDraft,
  removeAnnotation,
  takesAnnotations,
  toDraft,
  useAnnotations,
} from './annotation.ts'
import { AnnotationForm } from './annotation-form.tsx'
import { AnnotationList } from './annotation-list.tsx'

/** What is open over the chart. */
type Open =
  /** Those of one bucket, or of the whole range. */
  | { kind: 'list'; bucket: number | null }
  | { kind: 'form'; id: string | null; draft: Draft }
  | { kind: 'remove'; annotation: Annotation }

interface AnnotatedChartProps extends ChartProps {
  /** The last millisecond of the last bucket. */
  endAt: number
}

const none: readonly Annotation[] = []

export function AnnotatedChart({ endAt, ...chart }: AnnotatedChartProps) {
  const target = useTarget()
  const { starts, unit } = chart
  const startAt = starts[0] ?? endAt
  const loaded = useAnnotations({ startAt, endAt })
  const zone = findZone(useSignal(zoneChoice))
  const [open, setOpen] = useState<Open | null>(null)
  const found = loaded.value?.data ?? none
  const annotations = useMemo(
    () => annotationsWithin(zone, found, { startAt, endAt }),
    [zone, found, startAt, endAt],
  )
  const marks = useMemo(() => markBuckets(zone, annotations, starts), [zone, annotations, starts])
  if (!takesAnnotations(target)) return <Chart {...chart} />
  const { mayChange } = target
  const addAt = (at: number) => {
    const hasTime = unit === 'hour' || unit === 'minute'
    setOpen({ kind: 'form', id: null, draft: newDraft(zone, at, hasTime) })
  }
  const pick = (bucket: number) => {
    const hasSome = marks.some(({ index }) => index === bucket)
    if (hasSome) setOpen({ kind: 'list', bucket })
    else addAt(starts[bucket] ?? startAt)
  }
  return (
    <>
      <Chart {...chart} marks={marks} {...(mayChange ? { onPick: pick } : {})} />
      {(mayChange || annotations.length > 0) && (
        <button
          type="button"
          class="button-bare with-icon annotations-button"
          onClick={() =>
            annotations.length > 0
              ? setOpen({ kind: 'list', bucket: null })
              : addAt(Math.min(Date.now(), endAt))
          }
        >
          <Icon name={annotations.length > 0 ? 'flag' : 'plus'} />
          {annotations.length > 0
            ? t('annotations.count', { count: annotations.length })
            : t('annotations.add')}
        </button>
      )}
      {open && (
        <OpenDialog
          open={open}
          shown={shownIn(open, zone, annotations, starts)}
          mayChange={mayChange}
          zone={zone}
          onAdd={() => {
            const bucket = open.kind === 'list' ? open.bucket : null
            addAt((bucket !== null && starts[bucket]) || Math.min(Date.now(), endAt))
          }}
          onOpen={setOpen}
          onChanged={loaded.reload}
        />
      )}
    </>
  )
}

/** The annotations that an open list shows. */
function shownIn(
  open: Open,
  zone: Zone,
  annotations: readonly Annotation[],
  starts: readonly number[],
): readonly Annotation[] {
  if (open.kind !== 'list' || open.bucket === null) return annotations
  const from = open.bucket === 0 ? Number.NEGATIVE_INFINITY : (starts[open.bucket] ?? 0)
  const before = starts[open.bucket + 1] ?? Number.POSITIVE_INFINITY
  return annotations.filter((annotation) => {
    const at = annotationStart(zone, annotation)
    return at >= from && at < before
  })
}

interface OpenDialogProps {
  open: Open
  shown: readonly Annotation[]
  mayChange: boolean
  zone: Zone
  onAdd: () => void
  onOpen: (next: Open | null) => void
  onChanged: () => void
}

function OpenDialog({ open, shown, mayChange, zone, onAdd, onOpen, onChanged }: OpenDialogProps) {
  const target = useTarget()
  const close = () => onOpen(null)
  if (open.kind === 'form') {
    const { id, draft } = open
    return <AnnotationForm zone={zone} id={id} draft={draft} onSaved={onChanged} onClose={close} />
  }
  if (open.kind === 'list') {
    return (
      <AnnotationList
        zone={zone}
        annotations={shown}
        mayChange={mayChange}
        onAdd={onAdd}
        onEdit={(one) => onOpen({ kind: 'form', id: one.id, draft: toDraft(zone, one) })}
        onRemove={(annotation) => onOpen({ kind: 'remove', annotation })}
        onClose={close}
      />
    )
  }
  const remove = async () => {
    const answer = await removeAnnotation(target, open.annotation.id)
    if (answer.ok) {
      toast(t('annotations.removed'))
      onChanged()
    }
    return answer
  }
  return (
    <ConfirmDialog
      title={t('annotations.removeTitle')}
      deed={t('delete')}
      onConfirm={remove}
      onClose={close}
    >
      <p>
        <UserText text={open.annotation.note} />
      </p>
    </ConfirmDialog>
  )
}
