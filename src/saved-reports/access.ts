// Access rules of saved reports: they follow the rights to the website that a report is about.

import { admitsWebsite } from '../access/api-key.ts'
import type { Caller } from '../access/caller.ts'
import { isShownTo } from '../access/people.ts'
import { type Action, may } from '../access/permissions.ts'
import { type Access, type AccessRequest, unknownId } from '../access/rule.ts'
import { opens } from '../access/share-grant.ts'
import { unauthorized } from '../errors.ts'
import { findWebsite } from '../websites/store.ts'
import { sharedTypes } from './shared-types.ts'
import { findReport, type Report, type ReportType, reportTypes } from './store.ts'

/** The types of saved reports that a caller who may see the website may see. */
export function visibleTypes(
  { app, caller }: Pick<AccessRequest, 'app' | 'caller'>,
  websiteId: string,
) {
  const website = findWebsite(app.entities, websiteId)
  if (website && caller.user && may(app.entities, caller.user, 'view', website)) return reportTypes
  return listSharedTypes(caller, websiteId)
}

const listSharedTypes = ({ share }: Caller, websiteId: string): readonly ReportType[] =>
  share?.targets.includes(websiteId)
    ? (['goal', 'funnel'] as const).filter((type) => opens(share, sharedTypes[type]))
    : []

/** Having written a report is no right by itself: who has left a team sees it no more. */
function reportFor(action: Action, request: AccessRequest): Report {
  const { app, caller, params } = request
  const report = findReport(app.entities, params.reportId ?? '')
  const website = report && findWebsite(app.entities, report.websiteId)
  if (!report || !website) throw unknownId(caller)
  if (caller.user && may(app.entities, caller.user, action, website)) return report
  const isShared =
    listSharedTypes(caller, website.id).includes(report.type) && isShownTo(request, website, report)
  if (action === 'view' && isShared) return report
  throw unauthorized()
}

export const viewReport: Access<Report> = {
  permission: 'view website of report',
  audience: 'viewer',
  admitsKey: admitsWebsite,
  find: (request) => reportFor('view', request),
}

export const updateOwnReport: Access<Report> = {
  permission: 'update website of report',
  audience: 'user',
  admitsKey: admitsWebsite,
  find: (request) => reportFor('update', request),
}

export const deleteOwnReport: Access<Report> = {
  permission: 'delete website of report',
  audience: 'user',
  admitsKey: admitsWebsite,
  find: (request) => reportFor('delete', request),
}
