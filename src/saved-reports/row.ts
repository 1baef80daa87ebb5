// Saved reports as answers show them.

import { Type as t } from '@sinclair/typebox'
import { idAnswer, instantAnswer, instantText } from '../http/answers.ts'
import { freeObject, nullable } from '../http/input/fields.ts'
import { type Report, reportTypes } from './store.ts'

export const reportTypeField = t.Union(
  reportTypes.map((word) => t.Literal(word)),
  { description: 'Kind of report.' },
)

export const reportAnswer = t.Object({
  id: idAnswer,
  userId: nullable(idAnswer),
  websiteId: idAnswer,
  type: reportTypeField,
  name: t.String(),
  description: t.String(),
  parameters: freeObject('As stored.'),
  createdAt: instantAnswer,
  updatedAt: instantAnswer,
})

export const reportRow = (report: Report) => ({
  ...report,
  parameters: JSON.parse(report.parameters) as Record<string, unknown>,
  createdAt: instantText(report.createdAt),
  updatedAt: instantText(report.updatedAt),
})
