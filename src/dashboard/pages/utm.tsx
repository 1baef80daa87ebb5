import { ReportPage } from '../reports/report-page.tsx'
import { utmKind } from '../reports/utm.tsx'

/** Page views by campaign. */
export const Utm = () => <ReportPage kind={utmKind} />
