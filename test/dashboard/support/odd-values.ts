// A website on which everything that is recorded has values which a filter could take for something
// else: lists, operators, blanks, escapes, names of properties.

import type { Client } from '../../support/client.ts'
import { pastVisits, type Row } from '../../support/visits.ts'

/** The browser's time; everything was recorded in the two days before. */
export const oddNow = '2026-06-17T12:00:00.000Z'

/** Seen by one visitor, by two, by three and so on: a number says which is meant. */
export const oddValues = [
  'Hello',
  'Hello, world',
  'Hello, world 2',
  ' Hello\\, ',
  'eq.Hello',
] as const

/** More of them, for the one list that has them all: each is a way of its own to be misread. */
export const oddTitles = [
  ...oddValues,
  ' world',
  'hello',
  'Hello\\',
  'Hello\\,',
  ',',
  ',,',
  '\\,',
  'Hello,world',
  'a,',
  'neq.',
  'c.Hello',
  're..*',
  '"Hello"',
  "'Hello'; --",
  '~%_*.+',
  '%2C',
  'a&b=c#d?e',
  'null',
  '__proto__',
  'e\u0301,\u00e9',
  'line\nand tab\t,',
  `${'long, '.repeat(83)}.`,
] as const

/** Hosts of referrers, which hold no blanks. */
export const oddHosts = ['a,b.example', 'b.example', 'eq.example', 'neq.c.example', 't.co'] as const

/** Languages by the name they are listed under, each with the tags that count for it. */
export const oddLanguages = {
  Filipino: ['fil', 'fil-PH', 'fil-PH'],
  Finnish: ['fi', 'fi-FI', 'fi-FI', 'fi-FI', 'FI'],
  c: ['C', 'C.UTF-8'],
  English: ['en,de'],
} as const

/** Cities with their country and region, and how many visitors come from there. */
const sameNames = [
  ['San Jose', 'US', 'CA', 24],
  ['San Jose', 'CR', 'SJ', 20],
  ['San Jose, Alajuela', 'CR', 'A', 3],
  ['San Jose', 'US', 'IL', 1],
] as const

const at = '2026-06-16T10:00:00Z'

/** One visitor for each value, two for the second and so on. */
const crowd = (values: readonly string[], toRows: (value: string) => Partial<Row>[]): Row[] =>
  values.flatMap((value, index) =>
    Array.from({ length: index + 1 }, (_, one) => `${value} ${one}`).flatMap((visitor) =>
      toRows(value).map((row) => ({ at, visitor, ...row })),
    ),
  )

const toAddress = (value: string): string => {
  const text = encodeURIComponent(value)
  const campaign = ['source', 'medium', 'campaign', 'content', 'term']
    .map((name) => `utm_${name}=${text}`)
    .join('&')
  return `/${encodeURI(value).replace(/[?#]/g, encodeURIComponent)}?${campaign}`
}

/** A website with odd values in every field. Gives its id. */
export async function openOddValues(server: Client): Promise<string> {
  const id = await server.createWebsite('Odd values')
  await pastVisits(
    server,
    id,
    crowd(oddValues, (value) => [
      {
        url: toAddress(value),
        browser: value,
        os: value,
        device: value,
        // Eleven letters are kept.
        screen: value.length > 11 ? value.slice(3) : value,
        headers: { 'CF-IPCountry': 'CR', 'CF-IPCity': encodeURIComponent(value) },
      },
      { url: toAddress(value), name: value, data: { [value]: value } },
    ]),
  )
  return id
}

/** A website with odd titles. Gives its id. */
export async function openOddTitles(server: Client): Promise<string> {
  const id = await server.createWebsite('Odd titles')
  // Titles are decoded where they are recorded.
  const rows = crowd(oddTitles, (title) => [{ url: '/', title: encodeURIComponent(title) }])
  await pastVisits(server, id, rows)
  return id
}

/**
 * A website whose page views have odd properties, one of them with more values than a list of
 * them shows. Gives its id.
 */
export async function openOddProperties(server: Client): Promise<string> {
  const id = await server.createWebsite('Odd properties')
  const products = Array.from({ length: 120 }, (_, one) => `Product ${one}`)
  await pastVisits(server, id, [
    ...[...products, ...products].map(
      (product): Row => ({ at, visitor: 'reader', url: '/', data: { product } }),
    ),
    ...crowd(oddValues, (value) => [{ url: '/', data: { [value]: value } }]),
  ])
  return id
}

/** A website whose visitors have odd origins, languages and places. Gives its id. */
export async function openOddVisitors(server: Client): Promise<string> {
  const id = await server.createWebsite('Odd visitors')
  await pastVisits(server, id, [
    ...crowd(oddHosts, (host) => [{ url: '/', referrer: `https://${host}/` }]),
    ...Object.values(oddLanguages)
      .flat()
      .map((language, one): Row => ({ at, visitor: `speaker ${one}`, url: '/', language })),
    ...sameNames.flatMap(([city, country, region, count]) =>
      Array.from(
        { length: count },
        (_, one): Row => ({
          at,
          visitor: `${city} ${region} ${one}`,
          url: '/',
          headers: { 'CF-IPCountry': country, 'CF-Region-Code': region, 'CF-IPCity': city },
        }),
      ),
    ),
  ])
  return id
}
