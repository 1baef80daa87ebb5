import { attributionKind } from '../reports/attribution.tsx'
import { ReportPage } from '../reports/report-page.tsx'

/** What brought those who did what was wished for. */
export const Attribution = () => <ReportPage kind={attributionKind} />
