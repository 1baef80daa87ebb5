import { goalKind } from '../reports/goal.tsx'
import { ReportPage } from '../reports/report-page.tsx'

/** How many visitors reach a page or do an event. */
export const Goals = () => <ReportPage kind={goalKind} />
