// Boards: rows of panels, each showing something of a website, link or pixel.

import { type TargetKind, targetKinds } from '../../access/target-kind.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Metric } from '../components/metric/metric.ts'
import {
  environmentMetrics,
  eventMetric,
  pageMetrics,
  placeMetrics,
  sourceMetrics,
  utmMetrics,
} from '../components/metric/metrics.ts'
import { readList, readText, type StoredParameters } from '../state/stored-parameters.ts'
import { t } from '../text/messages.ts'

/** A board as the server sends it. */
export interface Board {
  id: string
  type: string
  name: string
  description: string
  parameters: Record<string, unknown>
  teamId: string | null
}

export const panelKinds = ['totals', 'chart', 'metric', 'map'] as const
export type PanelKind = (typeof panelKinds)[number]

export interface BoardPanel {
  id: string
  targetKind: TargetKind
  targetId: string
  kind: PanelKind
  /** The metric of a panel of that kind, such as `path`. */
  metric: string
  /** In place of the usual heading; empty for none. */
  title: string
}

export interface BoardRow {
  id: string
  panels: BoardPanel[]
}

/** More would be too narrow to read. */
export const panelsPerRow = 3

/** Every metric that a panel can show. */
export const boardMetrics = (): Metric[] => [
  ...pageMetrics(),
  ...sourceMetrics(),
  ...utmMetrics(),
  ...environmentMetrics(),
  ...placeMetrics(),
  eventMetric(),
]

/** What a panel shows, in words. */
export function panelName({ kind, metric }: Pick<BoardPanel, 'kind' | 'metric'>): string {
  if (kind === 'totals') return t('overview.totals')
  if (kind === 'chart') return t('boards.chart')
  if (kind === 'map') return t('metric.map')
  return boardMetrics().find(({ type }) => type === metric)?.label ?? metric
}

const toObject = (value: unknown): StoredParameters => (isObject(value) ? value : {})
const readObjects = (value: unknown): StoredParameters[] => readList(value).map(toObject)

/** The rows that a board's parameters hold. Panels that name no target are left out. */
export const parseRows = (parameters: StoredParameters): BoardRow[] =>
  readObjects(parameters.rows).map((row, index) => ({
    id: readText(row.id) || `row-${index}`,
    panels: readObjects(row.columns).flatMap((column, index) => parsePanel(column, index) ?? []),
  }))

function parsePanel(column: StoredParameters, index: number): BoardPanel | null {
  const component = toObject(column.component)
  const targetId = readText(component.entityId) || readText(component.websiteId)
  if (!targetId) return null
  return {
    id: readText(column.id) || `panel-${index}`,
    targetKind: targetKinds.find((kind) => kind === component.entityType) ?? 'website',
    targetId,
    // What other programs stored may be of another kind: totals are never wrong.
    kind: panelKinds.find((kind) => kind === component.type) ?? 'totals',
    metric: readText(toObject(component.props).metric) || 'path',
    title: readText(component.title),
  }
}

/** Rows as the server stores them; rows without panels are left out. */
export const storedRows = (rows: readonly BoardRow[]): StoredParameters[] =>
  rows
    .filter(({ panels }) => panels.length > 0)
    .map(({ id, panels }) => ({
      id,
      columns: panels.map((panel) => ({
        id: panel.id,
        component: {
          type: panel.kind,
          entityType: panel.targetKind,
          entityId: panel.targetId,
          title: panel.title,
          props: panel.kind === 'metric' ? { metric: panel.metric } : {},
        },
      })),
    }))
