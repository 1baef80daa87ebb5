// Annotations in SQLite: notes about a website, each at an instant or for a whole day.

import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

export interface Annotation {
  id: string
  websiteId: string
  /** Who wrote it; `null` once that account is deleted. */
  userId: string | null
  /** Epoch milliseconds; of a whole day an instant of that day in UTC. */
  at: number
  /** 1 when it is about the whole day. */
  allDay: 0 | 1
  note: string
  createdAt: number
  updatedAt: number
}

const columns = `id, website_id as websiteId, user_id as userId, at, all_day as allDay, note,
  created_at as createdAt, updated_at as updatedAt`

/** An annotation of this website; `null` for those of other websites too. */
export const findAnnotation = (db: Entities, websiteId: string, id: string): Annotation | null =>
  db
    .query<Annotation, [string, string]>(
      `select ${columns} from annotation where id = ? and website_id = ?`,
    )
    .get(id.toLowerCase(), websiteId)

/** Annotations of a website from `startAt` to `endAt`, both inclusive, the newest day first. */
export const listAnnotations = (
  db: Entities,
  websiteId: string,
  { startAt, endAt }: { startAt: number; endAt: number },
  input: ListInput,
): Page<Annotation> =>
  listPage(
    db,
    {
      columns,
      from: 'annotation',
      where: 'website_id = $websiteId and at between $startAt and $endAt',
      values: { websiteId, startAt, endAt },
      searched: 'search_text',
      orders: { date: 'at', note: 'search_text', createdAt: 'created_at' },
      defaultOrder: 'date',
      isDescending: true,
      id: 'id',
    },
    input,
  )

/** What can be written of an annotation. */
type AnnotationFields = Pick<Annotation, 'id' | 'at' | 'allDay' | 'note'>

const toParameters = ({ id, at, allDay, note }: AnnotationFields) => ({
  id,
  at,
  allDay,
  note,
  searchText: searchText(note),
})

export function createAnnotation(
  db: Entities,
  owner: { websiteId: string; userId: string },
  annotation: AnnotationFields,
  now: number,
): void {
  db.query(
    `insert into annotation (id, website_id, user_id, at, all_day, note, search_text, created_at,
       updated_at)
     values ($id, $websiteId, $userId, $at, $allDay, $note, $searchText, $now, $now)`,
  ).run({ ...toParameters(annotation), ...owner, now })
}

export function updateAnnotation(db: Entities, annotation: AnnotationFields, now: number): void {
  db.query(
    `update annotation set at = $at, all_day = $allDay, note = $note, search_text = $searchText,
       updated_at = $now
     where id = $id`,
  ).run({ ...toParameters(annotation), now })
}

export function removeAnnotation(db: Entities, id: string): void {
  db.query('delete from annotation where id = ?').run(id)
}
