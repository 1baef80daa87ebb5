import { expect, setDefaultTimeout, test } from 'bun:test'
import { browserTimeoutMs, canBrowse } from '../../support/chromium.ts'
import { findBarriers, startDashboard } from '../support/browser.ts'

setDefaultTimeout(browserTimeoutMs)

const unknownId = '99999999-9999-4999-8999-999999999999'
const missing = [
  '/nowhere',
  `/websites/${unknownId}`,
  `/links/${unknownId}`,
  `/pixels/${unknownId}`,
  `/boards/${unknownId}`,
  `/boards/${unknownId}/edit`,
  `/teams/${unknownId}`,
  '/share/nowhere',
]

test.skipIf(!canBrowse)('what is not there has a page that can be used as well', async () => {
  const dashboard = await startDashboard()
  const reader = await dashboard.openReader()
  for (const address of missing) {
    await reader.open(address)
    expect([address, await reader.page.getByRole('heading', { level: 1 }).count()]).toEqual([
      address,
      1,
    ])
    expect([address, await findBarriers(reader)]).toEqual([address, []])
  }
  await reader.close()
  await dashboard.stop()
})
