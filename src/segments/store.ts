// Segments and cohorts in SQLite: named conditions for the statistics of one website.

import { namesNobodySql } from '../access/people.ts'
import type { Page } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { searchText } from '../db/sqlite/fold.ts'
import { type ListInput, listPage } from '../db/sqlite/list.ts'

export type SegmentType = 'segment' | 'cohort'

export interface Segment {
  id: string
  websiteId: string
  type: SegmentType
  name: string
  /** JSON text of SegmentParameters. */
  parameters: string
  createdAt: number
  updatedAt: number
}

const columns = `id, website_id as websiteId, type, name, parameters, created_at as createdAt,
  updated_at as updatedAt`

/** A segment or cohort of this website; `null` for those of other websites too. */
export const findSegment = (db: Entities, websiteId: string, id: string): Segment | null =>
  db
    .query<Segment, [string, string]>(
      `select ${columns} from segment where id = ? and website_id = ?`,
    )
    .get(id.toLowerCase(), websiteId)

/** The segments or cohorts of a website; where people are hidden, only those that name nobody. */
export const listSegments = (
  db: Entities,
  websiteId: string,
  { type, hidesPeople }: { type: SegmentType; hidesPeople: boolean },
  input: ListInput,
): Page<Segment> =>
  listPage(
    db,
    {
      columns,
      from: 'segment',
      where: `website_id = $websiteId and type = $type
        and ${hidesPeople ? namesNobodySql : 'true'}`,
      values: { websiteId, type },
      searched: 'search_text',
      orders: { name: 'search_text', createdAt: 'created_at' },
      defaultOrder: 'name',
      id: 'id',
    },
    input,
  )

/** What can be written of a segment; parameters are JSON text. */
type SegmentFields = Pick<Segment, 'id' | 'type' | 'name' | 'parameters'>

const toParameters = (segment: SegmentFields) => ({
  id: segment.id,
  type: segment.type,
  name: segment.name,
  parameters: segment.parameters,
  searchText: searchText(segment.name),
})

export function createSegment(
  db: Entities,
  websiteId: string,
  segment: SegmentFields,
  now: number,
): void {
  db.query(
    `insert into segment (id, website_id, type, name, parameters, search_text, created_at,
       updated_at)
     values ($id, $websiteId, $type, $name, $parameters, $searchText, $now, $now)`,
  ).run({ ...toParameters(segment), websiteId, now })
}

export function updateSegment(db: Entities, segment: SegmentFields, now: number): void {
  db.query(
    `update segment set type = $type, name = $name, parameters = $parameters,
       search_text = $searchText, updated_at = $now
     where id = $id`,
  ).run({ ...toParameters(segment), now })
}

export function removeSegment(db: Entities, id: string): void {
  db.query('delete from segment where id = ?').run(id)
}
