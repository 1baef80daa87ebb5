// What the twin knows: every stored row of a target as plain data, in the order of storing.

export interface Attributes {
  browser: string | null
  os: string | null
  device: string | null
  screen: string | null
  language: string | null
  country: string | null
  region: string | null
  city: string | null
  distinctId: string | null
}

/** One flattened property. `text` is what the contract calls stringValue. */
export interface Property {
  key: string
  /** 1 string, 2 number, 3 date, 4 boolean, 5 array. */
  type: number
  text: string
  number: number | null
  dateAt: number | null
}

/** The columns of an event row that its own hit decides. */
export interface EventColumns {
  eventType: number
  eventName: string | null
  urlPath: string
  urlQuery: string | null
  hostname: string | null
  pageTitle: string | null
  tag: string | null
  referrerDomain: string | null
  referrerPath: string | null
  referrerQuery: string | null
  /** Sent by a page of the site itself. */
  isInside: boolean
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
  utmContent: string | null
  utmTerm: string | null
  gclid: string | null
  fbclid: string | null
  msclkid: string | null
  ttclid: string | null
  liFatId: string | null
  twclid: string | null
  lcp: number | null
  inp: number | null
  cls: number | null
  fcp: number | null
  ttfb: number | null
}

export interface TwinEvent extends EventColumns, Attributes {
  id: string
  /** Place in the order of storing, over all targets; identify hits have one too. */
  order: number
  sessionId: string
  visitId: string
  at: number
  data: Property[]
  revenue: { currency: string; amount: number } | null
}

/** A property of a session as one identify wrote it. */
export interface Written extends Property {
  sessionId: string
  order: number
  at: number
}

export interface StoredFilters {
  type: 'segment' | 'cohort'
  parameters: {
    filters: {
      name: string
      operator: string
      value: string
      property?: string
      dataType?: number
    }[]
    match?: 'all' | 'any'
    dateRange?: string
    action?: { type: 'path' | 'event'; value: string }
  }
}

/** A website, link or pixel with all that is stored of it. */
export interface Site {
  id: string
  kind: 'website' | 'link' | 'pixel'
  resetAt: number | null
  events: TwinEvent[]
  /** Attributes of each session's first stored hit. */
  sessions: Map<string, Attributes>
  written: Written[]
  stored: Map<string, StoredFilters>
}

export const openSite = (id: string, kind: Site['kind'] = 'website'): Site => ({
  id,
  kind,
  resetAt: null,
  events: [],
  sessions: new Map(),
  written: [],
  stored: new Map(),
})

export const isPage = ({ eventType }: TwinEvent): boolean => eventType !== 2 && eventType !== 5
export const isView = ({ eventType }: TwinEvent): boolean => eventType === 1
export const isCustom = ({ eventType }: TwinEvent): boolean => eventType === 2
export const isVital = ({ eventType }: TwinEvent): boolean => eventType === 5
export const isActivity = (event: TwinEvent): boolean => !isVital(event)

/** A row's own host, as referrer domains are written. */
export const ownHost = ({ hostname }: TwinEvent): string =>
  (hostname ?? '')
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '')
