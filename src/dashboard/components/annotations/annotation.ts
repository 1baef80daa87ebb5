// Annotations as the server sends them, and where they are on a chart.

import { dayMs } from '../../../time/durations.ts'
import type { Range } from '../../../time/range.ts'
import { toInstant, toWall, type Zone } from '../../../time/zone.ts'
import { type Loaded, useAnswer } from '../../state/answer.ts'
import { type Answer, ask } from '../../state/api.ts'
import { statisticPath, type Target, useTarget } from '../../state/target.ts'
import { dayName, momentName } from '../../text/dates.ts'
import { visible } from '../../text/user-text.ts'
import type { ChartMark } from '../chart/chart-props.ts'

export interface Annotation {
  id: string
  /** ISO 8601. */
  date: string
  allDay: boolean
  note: string
}

/** More are not drawn: a chart has hundreds of buckets at most. */
const mostDrawn = 1000

/** Only websites have annotations. */
export const takesAnnotations = ({ kind }: Target): boolean => kind === 'website'

const annotationsPath = (target: Target): string => statisticPath(target, 'annotations')

/** The annotations of a range and of a day around it: whole days are other instants in each zone. */
export function useAnnotations({ startAt, endAt }: Range): Loaded<{ data: Annotation[] }> {
  const target = useTarget()
  return useAnswer(takesAnnotations(target) ? annotationsPath(target) : null, {
    query: { startAt: startAt - dayMs, endAt: endAt + dayMs, pageSize: mostDrawn },
  })
}

/** The midnight of UTC before an instant: the day that an annotation of a whole day is about. */
const toUtcDay = (at: number): number => Math.floor(at / dayMs) * dayMs

/** When it is in a zone. A whole day is the same for everyone, and begins when it begins there. */
export function annotationStart(zone: Zone, { date, allDay }: Annotation): number {
  const at = Date.parse(date)
  return allDay ? toInstant(zone, toUtcDay(at)) : at
}

/** Those that are within a range in a zone, the newest first. */
export const annotationsWithin = (
  zone: Zone,
  annotations: readonly Annotation[],
  { startAt, endAt }: Range,
): Annotation[] =>
  annotations
    .map((annotation) => ({ annotation, at: annotationStart(zone, annotation) }))
    .filter(({ at }) => at >= startAt && at <= endAt)
    .toSorted((one, other) => other.at - one.at)
    .map(({ annotation }) => annotation)

/** The day of an annotation, and the time where it has one. */
export const annotationDate = (zone: Zone, annotation: Annotation): string =>
  (annotation.allDay ? dayName : momentName)(annotationStart(zone, annotation))

/** The bucket that an instant is in. */
const findBucket = (at: number, starts: readonly number[]): number =>
  Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  )

/** Annotations by the bucket that they are in, the earliest first. */
export function markBuckets(
  zone: Zone,
  annotations: readonly Annotation[],
  starts: readonly number[],
): ChartMark[] {
  const byBucket = Map.groupBy(annotations.toReversed(), (annotation) =>
    findBucket(annotationStart(zone, annotation), starts),
  )
  return [...byBucket].map(([index, found]) => ({
    index,
    notes: found.map(({ note }) => visible(note)),
  }))
}

/** What a form holds of an annotation: texts of its inputs, as clocks of the zone show them. */
export interface Draft {
  /** `2026-06-17` */
  day: string
  /** `09:30`; empty for the whole day. */
  time: string
  note: string
}

const toInputs = (zone: Zone, at: number): [day: string, time: string] => {
  const wall = new Date(toWall(zone, at)).toISOString()
  return [wall.slice(0, 10), wall.slice(11, 16)]
}

/** The draft of a new annotation at an instant. */
export function newDraft(zone: Zone, at: number, hasTime: boolean): Draft {
  const [day, time] = toInputs(zone, at)
  return { day, time: hasTime ? time : '', note: '' }
}

export function toDraft(zone: Zone, annotation: Annotation): Draft {
  const { allDay, note } = annotation
  const [day, time] = toInputs(zone, annotationStart(zone, annotation))
  return { day, time: allDay ? '' : time, note }
}

/** The instant of a draft, of a whole day its midnight in UTC; `null` while its day is no date. */
export function draftInstant(zone: Zone, { day, time }: Draft): number | null {
  const wall = Date.parse(`${day}T${time || '00:00'}:00Z`)
  if (Number.isNaN(wall)) return null
  return time === '' ? wall : toInstant(zone, wall)
}

/** Saves a new annotation, or in place of the one with this id. */
export function saveAnnotation(
  target: Target,
  id: string | null,
  at: number,
  { time, note }: Draft,
): Promise<Answer<unknown>> {
  const body = { date: new Date(at).toISOString(), allDay: time === '', note: note.trim() }
  return ask(`${annotationsPath(target)}${id === null ? '' : `/${id}`}`, { body })
}

export const removeAnnotation = (target: Target, id: string): Promise<Answer<unknown>> =>
  ask(`${annotationsPath(target)}/${id}`, { method: 'DELETE' })
