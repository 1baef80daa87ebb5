import { listExpandedMetric } from './src/stats/overview/metrics.ts'
import { listBreakdown } from './src/stats/reports/breakdown.ts'
import { readTotals } from './src/stats/overview/totals.ts'
import { findZone } from './src/stats/query/zones.ts'
import { parseCondition } from './src/stats/filters/conditions.ts'
const [what = 'path', ...conds] = process.argv.slice(2)
const scope: any = { startAt: 1788000000000, endAt: 1796130000000, target: { number: 1, kind: 'website', id: 'x', resetAt: null, shared: null }, unit: 'day', zone: findZone('UTC'), conditions: conds.map(c => parseCondition(c.split('=')[0]!, c.split('=')[1])), match: 'all', segmentMatch: 'all', eventType: null, cohort: null, excludesBounces: false, level: process.env.LEVEL ?? 'visit', closedHour: 498924, sessionLimit: 4 * 2 ** 20 }
const events: any = { cached: async (s: any) => { let t = s.text; s.values.forEach((v: any, i: number) => { t = t.replace(new RegExp(`\\$${i + 1}(?!\\d)`), () => typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : String(v) + (typeof v === 'number' && v > 2 ** 31 ? '::bigint' : '')) }); console.log((process.env.EX ? 'explain analyze ' : '') + t + ';;'); return [] } }
if (what === 'stats') await readTotals(events, scope)
else if (what.startsWith('breakdown:')) await listBreakdown(events, scope, what.slice(10).split(',') as any)
else await listExpandedMetric(events, scope, what as any, { limit: 500, offset: 0 })
