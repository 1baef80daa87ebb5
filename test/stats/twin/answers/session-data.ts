// Session data and its pivot: sections 6.7 to 6.10.

import { type Params, readScope, rowsBetween, type Scope, toRows } from '../rows/filters.ts'
import { passesAll, toCell, toLabel, toLabels, toType } from '../rows/labels.ts'
import { distinct, groupedBy, ordered, paged } from '../rows/order.ts'
import { liveProperties } from '../rows/property-conditions.ts'
import { isActivity, isCustom, isPage, type Site, type Written } from '../rows/rows.ts'
import { instantText } from '../rows/time.ts'
import { valueCounts } from './event-data.ts'

interface Member {
  id: string
  properties: Written[]
}

/** Sessions that did something the filters keep, with their live properties. */
function members(scope: Scope, params: Params): Member[] {
  const ids = new Set(toRows(scope, 'activity').map(({ sessionId }) => sessionId))
  return [...ids]
    .map((id) => ({ id, properties: liveProperties(scope.site, id) }))
    .filter(({ properties }) => passesAll(properties, params, scope.zone))
}

export function sessionDataProperties(site: Site, params: Params, now: number) {
  const properties = members(readScope(site, params, now), params)
    .flatMap((member) => member.properties)
    .filter(({ key }) => !params.propertyName || key === params.propertyName)
  const groups = groupedBy(properties, ({ key, type }) => ({ propertyName: key, dataType: type }))
  return ordered(
    groups.map(({ key, rows }) => ({ ...key, total: rows.length })),
    ({ total }) => -total,
    ({ propertyName }) => propertyName,
    ({ dataType }) => dataType,
  ).slice(0, 500)
}

const ofName = ({ properties }: Member, name: string | undefined): Written[] =>
  properties.filter(({ key }) => key === name)

export function sessionDataValues(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const labels = members(scope, {}).flatMap((member) => [
    // A session counts once for a label, also when its list repeats an element.
    ...new Set(
      ofName(member, params.propertyName)
        .filter(({ type }) => !params.dataType || type === toType(params.dataType))
        .flatMap((property) => (params.dataType ? toLabels(property) : [toLabel(property)])),
    ),
  ])
  return valueCounts(labels.map((value) => ({ value })))
}

export function sessionDataStats(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const labelled = members(scope, params).flatMap((member) =>
    ofName(member, params.propertyName)
      .map((property) => ({ id: member.id, label: toLabel(property) }))
      .filter(({ label }) => label !== ''),
  )
  const rows = rowsBetween(site, scope).filter(isActivity)
  const groups = groupedBy(labelled, ({ label }) => label).map(({ key, rows: having }) => {
    const done = rows.filter(({ sessionId }) => having.some(({ id }) => id === sessionId))
    return {
      label: key,
      activity: done.length,
      sessions: having.length,
      visits: distinct(done, ({ visitId }) => visitId),
      views: done.filter(isPage).length,
      events: done.filter(isCustom).length,
    }
  })
  return ordered(
    groups,
    (group) => -group.activity,
    ({ label }) => label,
  ).slice(0, 100)
}

export function sessionPivot(site: Site, params: Params, now: number) {
  const scope = readScope(site, params, now)
  const having = members(scope, params).flatMap((member) =>
    ofName(member, params.propertyName).map(({ at }) => ({ ...member, at })),
  )
  const sorted = ordered(
    having,
    ({ at }) => -at,
    ({ id }) => id,
  )
  const page = paged(sorted, params)
  return {
    ...page,
    data: page.data.map(({ id, properties }) => ({
      sessionId: id,
      distinctId: site.sessions.get(id)?.distinctId ?? '',
      createdAt: instantText(Math.max(...properties.map(({ at }) => at))),
      propertyKeys: properties.map(({ key }) => key),
      propertyValues: properties.map((property) => toCell(property, scope.zone)),
    })),
  }
}
