import { funnelKind } from '../reports/funnel.tsx'
import { ReportPage } from '../reports/report-page.tsx'

/** How many visitors take several steps, and where the others stop. */
export const Funnels = () => <ReportPage kind={funnelKind} />
