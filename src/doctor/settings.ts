// Settings that work and are hardly meant, and the database of places.

import { openLocator } from '../collect/enrich/geo.ts'
import type { Config } from '../config.ts'
import { openAddressBook } from '../http/client/address.ts'
import { bad, type Check, good, warning } from './check.ts'

const leastSecretLength = 16

/** All checks of settings. */
export async function checkSettings(config: Config): Promise<Check[]> {
  return [...checkValues(config), await checkPlaces(config)]
}

function checkValues(config: Config): Check[] {
  const subject = 'settings'
  const checks: Check[] = []
  try {
    openAddressBook(config)
  } catch (error) {
    checks.push(bad(subject, (error as Error).message, 'Correct it.'))
  }
  if (config.trustProxy.trim().toLowerCase() === 'all') {
    checks.push(
      warning(
        subject,
        'TRUST_PROXY is all: everyone can claim any address',
        'Name the addresses of the proxy instead.',
      ),
    )
  }
  if (config.appSecret !== null && config.appSecret.length < leastSecretLength) {
    checks.push(
      warning(
        subject,
        `APP_SECRET has less than ${leastSecretLength} characters`,
        'A longer one ends all log-ins and makes all visitors new ones: best done early.',
      ),
    )
  }
  return checks.length > 0 ? checks : [good(subject, 'nothing unusual')]
}

async function checkPlaces(config: Config): Promise<Check> {
  const subject = 'places'
  if (config.geoDb === 'off') return good(subject, 'GEO_DB is off: only from headers of a CDN')
  const problems: string[] = []
  const log = {
    warn: (message: string, facts: Record<string, unknown> = {}) => {
      problems.push(`${message}: ${String(facts.file)} (${String(facts.reason)})`)
    },
  }
  try {
    const locate = await openLocator(config, log)
    const { country } = locate('8.8.8.8')
    if (problems.length > 0) throw new Error(problems.join(' '))
    return country
      ? good(subject, `8.8.8.8 is in ${country}`)
      : warning(subject, 'the database does not know 8.8.8.8', 'Is it one of countries or cities?')
  } catch (error) {
    return bad(subject, (error as Error).message, 'Download the database again, or remove it.')
  }
}
