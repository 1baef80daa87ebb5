import type { EntityServices } from '../access/rule.ts'
import type { Targets } from './store.ts'

/** What operations need that change or remove websites, links and pixels. */
export interface TargetServices extends EntityServices {
  targets: Targets
  jobs: {
    /** Starts a job soon instead of at its hour. */
    wake: (job: 'erase') => void
  }
}
