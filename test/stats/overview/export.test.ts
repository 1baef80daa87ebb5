import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { strFromU8, unzipSync } from 'fflate'
import { startServer, type TestServer } from '../../support/app.ts'
import { days, openSite } from '../../support/statistics.ts'
import { chrome } from '../../support/visits.ts'

const range = days('2026-01-05')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const unzip = (zip: string) =>
  Object.fromEntries(
    Object.entries(unzipSync(Buffer.from(zip, 'base64'))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  )

describe('export', () => {
  test('is a ZIP of lists, without formulas', async () => {
    const us = { 'cf-ipcountry': 'US' }
    const site = await openSite(server, [
      { at: '2026-01-05T10:00:00Z', visitor: 'a', url: '/', headers: us, userAgent: chrome },
      { at: '2026-01-05T10:01:00Z', visitor: 'a', url: '/é,"x"', headers: us, userAgent: chrome },
      { at: '2026-01-05T11:00:00Z', visitor: 'b', url: '/', referrer: 'https://t.co/x' },
      { at: '2026-01-05T11:01:00Z', visitor: 'b', url: '/', name: '=cmd|calc' },
      { at: '2026-01-05T11:02:00Z', visitor: 'b', url: '/', name: '+1,"2"' },
      { at: '2026-01-05T11:03:00Z', visitor: 'b', url: '/', name: 'a\nb' },
    ])
    const lists = async (query: string) =>
      unzip(((await site.ask(`export?${range}${query}`)) as { zip: string }).zip)
    expect(await lists('')).toEqual({
      'events.csv': `x,y\r\n"'+1,""2""",1\r\n'=cmd|calc,1\r\n"a\nb",1\r\n`,
      'pages.csv': 'x,y\r\n/,2\r\n"/é,""x""",1\r\n',
      'referrers.csv': 'x,y\r\nt.co,1\r\n',
      'browsers.csv': 'x,y\r\nchrome,1\r\nfirefox,1\r\n',
      'os.csv': 'x,y\r\nLinux,1\r\nWindows 10,1\r\n',
      'devices.csv': 'x,y\r\ndesktop,2\r\n',
      'countries.csv': 'x,y\r\nUS,1\r\n',
    })
    expect(await lists('&browser=firefox')).toMatchObject({ 'pages.csv': 'x,y\r\n/,1\r\n' })
  })

  test('is only for those who may see the website', async () => {
    const site = await openSite(server, [])
    const { status } = await server.ask(`/api/websites/${site.id}/export?${range}`, { token: null })
    expect(status).toBe(401)
  })
})
