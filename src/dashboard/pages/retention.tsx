import { ReportPage } from '../reports/report-page.tsx'
import { retentionKind } from '../reports/retention.tsx'

/** Who comes back. */
export const Retention = () => <ReportPage kind={retentionKind} />
