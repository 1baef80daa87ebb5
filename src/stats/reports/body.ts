// The grammar of report bodies: fields are members of the body itself or of `parameters`.

import { type TProperties, type TSchema, Type as t } from '@sinclair/typebox'
import { invalidField } from '../../errors.ts'
import type { Values } from '../../http/endpoint.ts'
import { freeObject, uuid } from '../../http/input/fields.ts'
import { parseBody, withNumbers } from '../../http/input/validate.ts'
import { isObject } from '../../lib/is-object.ts'
import { type ReportType, reportTypes } from '../../saved-reports/store.ts'
import type { Target } from '../../targets/store.ts'
import { rangeFields, unitField, zoneField } from '../query/range-input.ts'
import {
  filterFields,
  levelField,
  readScope,
  type Scope,
  type ScopeInput,
  type ScopeServices,
} from '../query/scope.ts'

const date = (description: string) => t.Optional(t.Union([t.String(), t.Number()], { description }))

/** What every report takes. */
const commonFields = {
  ...rangeFields,
  startDate: date('Start: text of a date, or epoch milliseconds.'),
  endDate: date('End, inclusive: text of a date, or epoch milliseconds.'),
  ...unitField,
  ...zoneField,
  ...levelField,
  filters: t.Optional(freeObject('Filters by name, as in the queries of other statistics.')),
}

/** Whether a goal is a page or an event. Clients call it `type`, as they do the kind of report. */
export const conversionField = {
  conversionType: t.Optional(
    t.Union([t.Literal('path'), t.Literal('event')], {
      error: 'Invalid type',
      description:
        'What converts; `type` may say it too. Left out, a value beginning with / or * is a path.',
    }),
  ),
}

/**
 * The schema of a body, for routing and documentation. It names the fields and refuses none: which
 * of two places counts is only known to the parser of `reportParser`, which checks them.
 */
export const reportBody = <Fields extends TProperties>(type: ReportType, fields: Fields) => ({
  websiteId: uuid('The website, link or pixel.'),
  type: t.Optional(t.Unknown({ description: `\`${type}\`, or left out.` })),
  parameters: t.Optional(
    t.Unknown({ description: 'Object that may hold any of the other fields; what it holds wins.' }),
  ),
  ...Object.fromEntries(
    Object.entries<TSchema>({ ...commonFields, ...fields }).map(([name, schema]) => [
      name,
      t.Optional(t.Any(schema)),
    ]),
  ),
})

export interface Report<Fields extends TProperties> {
  scope: Scope
  parameters: Values<Fields>
}

/** Makes the function that reads a report's body. It throws 400 for bad input, 404 for an unknown segment. */
export function reportParser<Fields extends TProperties>(type: ReportType, fields: Fields) {
  const members: TProperties = { ...commonFields, ...fields }
  const schema = t.Object(members, { additionalProperties: false })
  const hasConversion = Object.hasOwn(fields, 'conversionType')
  return async (
    app: ScopeServices,
    target: Target,
    body: Record<string, unknown>,
  ): Promise<Report<Fields>> => {
    const nested = isObject(body.parameters) ? body.parameters : {}
    const given = { ...present(body), ...present(nested) }
    const conversionType = readConversion(type, hasConversion, [nested.type, body.type])
    const parameters = parseBody(
      schema,
      withNumbers(schema.properties, {
        ...given,
        ...(conversionType === undefined ? {} : { conversionType }),
      }),
    )
    const scope = await readScope(app, target, toScopeInput(parameters))
    return { scope, parameters: parameters as Values<Fields> }
  }
}

/**
 * The conversion type that `type` names, for reports that have one. Throws 400 when it names
 * neither that nor the report itself.
 */
function readConversion(report: ReportType, hasConversion: boolean, types: unknown[]) {
  const named = types.filter((type) => type !== undefined && type !== null && type !== report)
  if (!named.every((type) => hasConversion && (type === 'path' || type === 'event'))) {
    const isOther = named.some((type) => reportTypes.some((word) => word === type))
    throw invalidField('type', isOther ? `Expected ${report}` : 'Invalid type')
  }
  return named[0]
}

const filterSchema = t.Object(filterFields, { additionalProperties: t.Unknown() })

/** What a scope is made of. Reports never leave out bounces; their buckets are days by default. */
function toScopeInput(parameters: Record<string, unknown>): ScopeInput {
  const {
    filters,
    unit = 'day',
    startAt,
    endAt,
    startDate,
    endDate,
    period,
    timezone,
    level,
  } = parameters
  const given = withNumbers(filterSchema.properties, present(filters ?? {}))
  return {
    ...parseBody(filterSchema, given),
    startAt,
    endAt,
    startDate,
    endDate,
    period,
    unit,
    timezone,
    level,
    excludeBounce: '',
  } as ScopeInput
}

/** Members that say something: stored parameters keep nulls and empty texts of cleared inputs. */
const present = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))
