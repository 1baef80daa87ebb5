import { breakdownKind } from '../reports/breakdown.tsx'
import { ReportPage } from '../reports/report-page.tsx'

/** The main numbers by several fields at once. */
export const Breakdown = () => <ReportPage kind={breakdownKind} />
