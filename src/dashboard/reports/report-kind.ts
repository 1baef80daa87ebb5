// What a kind of report is. The table of pages names the file of each kind.

import type { ComponentType } from 'preact'
import type { ReportType } from '../../saved-reports/store.ts'
import type { View } from '../filters/view.ts'
import type { StoredParameters } from '../state/stored-parameters.ts'
import type { MessageKey } from '../text/messages.ts'

export interface ResultProps<Parameters> {
  view: View
  parameters: Parameters
}

export interface FieldsProps<Parameters> {
  view: View
  value: Parameters
  onChange: (value: Parameters) => void
}

export interface BriefProps {
  /** The kind's own answer. */
  stats: unknown
  /** The same for the compared period; `undefined` for none. */
  before: unknown
}

/** What a kind of report needs to have a page. */
export interface ReportKind<Parameters extends object> {
  type: ReportType
  title: MessageKey
  /** What it answers, in a sentence. */
  intro: MessageKey
  /** Parameters as the form has them at first; what is missing or broken gets its standard. */
  read: (stored: StoredParameters) => Parameters
  /** Whether there is enough to run it. */
  isComplete: (value: Parameters) => boolean
  /** What can be chosen; nothing for reports of range and filters alone. */
  Fields?: ComponentType<FieldsProps<Parameters>>
  Result: ComponentType<ResultProps<Parameters>>
  /** The result in a few words, for the list of saved ones, which loads all results at once. */
  Brief?: ComponentType<BriefProps>
}
