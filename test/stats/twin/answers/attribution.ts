// The attribution report: section 8.2.

import { type ReportBody, reportScope } from '../data/report-body.ts'
import { rowsBetween, toRows } from '../rows/filters.ts'
import { distinct, grouped, ordered } from '../rows/order.ts'
import { isActivity, isCustom, isPage, type Site, type TwinEvent } from '../rows/rows.ts'

interface Body extends ReportBody {
  model: 'first-click' | 'last-click'
  type: 'path' | 'event'
  step: string
}

const clickIds = [
  ['gclid', 'Google Ads'],
  ['fbclid', 'Facebook / Meta'],
  ['msclkid', 'Microsoft Ads'],
  ['ttclid', 'TikTok Ads'],
  ['liFatId', 'LinkedIn Ads'],
  ['twclid', 'Twitter Ads (X)'],
] as const

export function attribution(site: Site, body: Body, now: number) {
  const scope = reportScope(site, body, now)
  const conversions =
    body.type === 'event'
      ? toRows(scope, 'custom').filter((row) => isCustom(row) && row.eventName === body.step)
      : toRows(scope, 'page').filter((row) => isPage(row) && row.urlPath === body.step)
  const rows = rowsBetween(site, scope).filter(isActivity)
  const touches = grouped(conversions, ({ sessionId }) => sessionId).flatMap(([id, converted]) => {
    const lastAt = Math.max(...converted.map(({ at }) => at))
    const own = rows.filter((row) => row.sessionId === id)
    // The last visit is that of the last conversion; the last row is the one before it.
    const latest = scope.visits ? converted : own.filter(({ at }) => at < lastAt)
    const candidates =
      body.model === 'first-click'
        ? ordered(
            own,
            ({ at }) => at,
            ({ order }) => order,
          )
        : ordered(
            latest,
            ({ at }) => -at,
            ({ order }) => order,
          )
    return candidates.slice(0, 1).map((row) => scope.visits?.get(row.visitId)?.start ?? row)
  })
  const list = (toName: (row: TwinEvent) => string | null | undefined) => {
    const groups = grouped(
      touches.filter((row) => toName(row)),
      (row) => toName(row) as string,
    ).map(([name, found]) => ({ name, value: distinct(found, ({ sessionId }) => sessionId) }))
    return ordered(
      groups,
      ({ value }) => -value,
      ({ name }) => name,
    ).slice(0, 20)
  }
  return {
    referrer: list(({ referrerDomain }) => referrerDomain),
    paidAds: list((row) => clickIds.find(([column]) => row[column])?.[1]),
    utm_source: list(({ utmSource }) => utmSource),
    utm_medium: list(({ utmMedium }) => utmMedium),
    utm_campaign: list(({ utmCampaign }) => utmCampaign),
    utm_content: list(({ utmContent }) => utmContent),
    utm_term: list(({ utmTerm }) => utmTerm),
    total: {
      pageviews: conversions.length,
      visitors: distinct(conversions, ({ sessionId }) => sessionId),
      visits: distinct(conversions, ({ visitId }) => visitId),
    },
  }
}
