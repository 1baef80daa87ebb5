// What the reading bench asks, and the plainest SQL for the same question on the same tables.

export interface Question {
  name: string
  /** Milliseconds it may take when warm; `null` where none is set. */
  aimMs: number | null
  /** At most this part of the plain SQL's time; `null` where none is set. */
  aimRatio: number | null
  /** Path below /api/websites/:id with its own query, or the type and body of a report. */
  ask: string | { report: string; body: object }
  /** With $target, $start and $end; `null` where only the server is asked. */
  plain: string | null
}

/** The same question of whole visits; `row` asks as clients do that know no level. */
export const toLevel = (ask: Question['ask'], level: string): Question['ask'] => {
  if (level === 'row') return ask
  return typeof ask === 'string'
    ? `${ask}&level=${level}`
    : { ...ask, body: { ...ask.body, level } }
}

const rows = 'source_id = $target and created_at between $start and $end'
const pages = `from event where ${rows} and event_type not in (2, 5)`
const activity = `from event where ${rows} and event_type <> 5`

const question = (
  name: string,
  aimMs: number | null,
  ask: Question['ask'],
  plain: string | null = null,
  aimRatio: number | null = null,
): Question => ({ name, aimMs, aimRatio, ask, plain })

const quick = (name: string, ask: Question['ask'], plain: string) =>
  question(name, 100, ask, plain, 0.2)

const visitorsBy = (value: string, from = pages) =>
  `select ${value} as x, count(distinct session_id) as y ${from} and ${value} <> ''
   group by x order by y desc, x limit 500`

const metric = (type: string, value: string, aimMs = 250) =>
  question(`metrics ${type}`, aimMs, `metrics?type=${type}`, visitorsBy(value))

const report = (type: string, plain: string | null, body: object = {}) =>
  question(type, 1500, { report: type, body: { type, ...body } }, plain)

const perZone = (zone: string) =>
  `select date_trunc('day', timezone('${zone}', make_timestamp_ms(created_at)::timestamptz)) as x,
     count(*), count(distinct session_id) ${pages} group by x order by x`

const totals = (more = '') =>
  `select coalesce(sum(views), 0), count(distinct session_id), count(*), count_if(views = 1),
     sum(seconds)
   from (select session_id, visit_hour, count(*) as views,
       max(created_at) // 1000 - min(created_at) // 1000 as seconds
     ${pages} ${more} group by session_id, visit_hour)`

const fullyBy = (value: string) =>
  `select value, sum(views), count(distinct session_id) as visitors, count(*), count_if(views = 1),
     sum(seconds)
   from (select ${value} as value, session_id, visit_hour, count(*) as views,
       max(created_at) // 1000 - min(created_at) // 1000 as seconds
     ${pages} and ${value} <> '' group by all)
   group by value order by visitors desc limit 500`

/** The questions of the dashboard and of reports, for a website as `footfall demo` makes it. */
export const questions: readonly Question[] = [
  quick('stats', 'stats?', totals()),
  quick('stats, a browser', 'stats?browser=chrome', totals("and browser = 'chrome'")),
  question('stats, a path', 250, 'stats?path=/pricing', totals("and url_path = '/pricing'")),
  quick('days, UTC', 'pageviews?unit=day', perZone('UTC')),
  quick('days, Berlin', 'pageviews?unit=day&timezone=Europe/Berlin', perZone('Europe/Berlin')),
  quick('days, Kathmandu', 'pageviews?unit=day&timezone=Asia/Kathmandu', perZone('Asia/Kathmandu')),
  ...['browser', 'os', 'device', 'screen', 'language', 'country', 'region', 'city'].map((name) =>
    quick(`metrics ${name}`, `metrics?type=${name}`, visitorsBy(name)),
  ),
  metric('path', 'url_path'),
  metric('title', 'page_title'),
  question(
    'metrics referrer',
    250,
    'metrics?type=referrer',
    visitorsBy('referrer_domain', `${pages} and referrer_domain <> hostname`),
  ),
  metric('channel', "case when coalesce(referrer_domain, '') = '' then 'direct' else 'other' end"),
  question(
    'metrics entry',
    250,
    'metrics?type=entry',
    `select path, count(distinct session_id) as y
     from (select session_id, visit_hour, arg_min(url_path, event_id) as path ${pages} group by all)
     group by path order by y desc, path limit 500`,
  ),
  question('metrics exit', 250, 'metrics?type=exit'),
  metric('query', 'url_query'),
  metric('hostname', 'hostname'),
  metric('utmSource', 'utm_source'),
  question(
    'metrics event',
    250,
    'metrics?type=event',
    visitorsBy('event_name', `from event where ${rows} and event_type = 2`),
  ),
  question('expanded browser', 250, 'metrics/expanded?type=browser', fullyBy('browser')),
  question('expanded path', null, 'metrics/expanded?type=path', fullyBy('url_path')),
  question(
    'sessions',
    250,
    'sessions?',
    `select session_id, min(created_at), max(created_at) as last, count(distinct visit_hour),
       count_if(event_type = 1), count_if(event_type = 2)
     ${activity} group by session_id order by last desc limit 20`,
  ),
  question(
    'sessions/stats',
    250,
    'sessions/stats?',
    `select count_if(event_type = 1), count(distinct session_id),
       count(distinct (session_id, visit_hour)), count(distinct country), count_if(event_type = 2)
     ${activity}`,
  ),
  question(
    'events',
    250,
    'events?',
    `select * ${activity} order by created_at desc, event_id desc limit 20`,
  ),
  question(
    'weekly',
    250,
    'sessions/weekly?timezone=Europe/Berlin',
    `select extract(dow from local), extract(hour from local), count(distinct session_id)
     from (select session_id,
         timezone('Europe/Berlin', make_timestamp_ms(created_at)::timestamptz) as local ${pages})
     group by all`,
  ),
  question('active', 100, 'active?'),
  question('daterange', 100, 'daterange?'),
  question('values path', 250, 'values?type=path'),
  question('events/series', 250, 'events/series?unit=day'),
  question('events/stats', 250, 'events/stats?'),
  question('event-data/events', 250, 'event-data/events?'),
  question('event-data/properties', 250, 'event-data/properties?'),
  question('event-data', 250, 'event-data?'),
  question('session-data/properties', 250, 'session-data/properties?'),
  question('revenue/stats', 250, 'revenue/stats?currency=USD'),
  question('revenue/chart', 250, 'revenue/chart?currency=USD&unit=day'),
  question('revenue/metrics', 250, 'revenue/metrics?currency=USD&type=channel'),
  report(
    'funnel',
    `with first as (select session_id, created_at as at ${pages} and url_path = '/'),
       second as (select distinct session_id, event.created_at as at
         from event join first using (session_id)
         where ${rows} and url_path = '/pricing' and event_type = 1
           and event.created_at between first.at and first.at + 604800000),
       third as (select distinct session_id
         from event join second using (session_id)
         where ${rows} and event_name = 'signup'
           and event.created_at between second.at and second.at + 604800000)
     select (select count(distinct session_id) from first),
       (select count(distinct session_id) from second), (select count(*) from third)`,
    {
      window: 7,
      steps: [
        { type: 'path', value: '/' },
        { type: 'path', value: '/pricing' },
        { type: 'event', value: 'signup' },
      ],
    },
  ),
  report(
    'journey',
    `select items[1:5] as journey, count(*) as visits
     from (select list(coalesce(event_name, url_path) order by created_at, event_id) as items
       ${activity} group by session_id, visit_hour)
     group by journey order by visits desc limit 100`,
    { steps: 5 },
  ),
  report(
    'retention',
    `with day as (select distinct session_id, created_at // 86400000 as day ${activity}),
       first as (select session_id, min(day) as first from day group by session_id)
     select first, day - first as later, count(*) from day join first using (session_id)
     where later <= 31 group by all order by all`,
  ),
  report(
    'attribution',
    `with payer as (select distinct session_id
         from event where ${rows} and event_name = 'signup')
     select referrer_domain, count(*)
     from (select session_id, arg_min(referrer_domain, event_id) as referrer_domain
       ${activity} and session_id in (select session_id from payer) group by session_id)
     group by all order by 2 desc limit 20`,
    { model: 'first-click', conversionType: 'event', step: 'signup' },
  ),
  report(
    'breakdown',
    `select browser, country, sum(views), count(distinct session_id) as visitors, count(*),
       count_if(views = 1), sum(seconds)
     from (select browser, country, session_id, visit_hour, count(*) as views,
         max(created_at) // 1000 - min(created_at) // 1000 as seconds
       ${pages} group by all)
     group by all order by visitors desc limit 500`,
    { fields: ['browser', 'country'] },
  ),
  report('goal', null, { conversionType: 'event', value: 'signup' }),
  report('utm', null),
  report('performance', null, { metric: 'lcp' }),
  report('revenue', null, { currency: 'USD' }),
]

const berlin = 'timezone=Europe/Berlin'

/** What the overview asks for at once; `$before` stands for the range before. */
export const overview: readonly string[] = [
  'active?',
  'stats?',
  'stats?$before',
  `pageviews?unit=day&${berlin}`,
  `pageviews?unit=day&${berlin}&$before`,
  'metrics?type=path&limit=10',
  'metrics?type=referrer&limit=10',
  'metrics?type=browser&limit=10',
  'metrics?type=country&limit=300',
  'metrics/expanded?type=event&limit=10',
  `sessions/weekly?${berlin}`,
]
