import { journeyKind } from '../reports/journey.tsx'
import { ReportPage } from '../reports/report-page.tsx'

/** The ways that visits take. */
export const Journeys = () => <ReportPage kind={journeyKind} />
