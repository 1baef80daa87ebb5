// What a proxy in front of the server sends with a request.

import type { Config } from '../config.ts'
import type { AddressBook } from '../http/client/address.ts'
import { readAddress } from '../http/client/network.ts'
import { secondMs } from '../time/durations.ts'
import { bad, type Check, good, warning } from './check.ts'
import { probeHeader, type RequestProbe, type SeenRequest } from './request-probe.ts'

interface ProxyServices {
  addresses: AddressBook
  config: Pick<Config, 'clientIpHeader' | 'basePath'>
  requestProbe: RequestProbe
}

const subject = 'proxy'
const readmeAdvice = 'The README has the lines for nginx, Caddy and Traefik.'
const timeoutMs = 10 * secondMs

/** Asks the server through its public address, and says what arrived. */
export async function checkProxy(services: ProxyServices, url: string): Promise<Check> {
  const asked = `${url.replace(/\/+$/, '')}/api/heartbeat`
  let status = 0
  try {
    const seen = await services.requestProbe.watch(async (name) => {
      const headers = { [probeHeader]: name }
      const response = await fetch(asked, { headers, signal: AbortSignal.timeout(timeoutMs) })
      status = response.status
    })
    return seen === null
      ? bad(
          subject,
          `${asked} answers ${status}, and the request did not arrive here`,
          'Does the address lead to this server, and does the proxy pass /api/ on?',
        )
      : describeSeen(services, seen)
  } catch (error) {
    return bad(
      subject,
      `${asked} cannot be reached from here (${(error as Error).message})`,
      'Check the address, its certificate, and that the proxy runs.',
    )
  }
}

function describeSeen({ addresses, config }: ProxyServices, seen: SeenRequest): Check {
  const { headers, peerAddress } = seen
  const { clientIpHeader } = config
  const names = [...(clientIpHeader ? [clientIpHeader] : []), 'x-forwarded-for', 'forwarded']
  const given = names.filter((name) => headers.has(name))
  const address = readAddress({ addresses, config }, { headers, peerAddress })
  const peer = `requests come from ${peerAddress ?? 'nowhere'}`
  if (given.length === 0) {
    return warning(
      subject,
      `${peer}, without ${names.join(', ')}`,
      `Behind a proxy all visitors would look like one: have it send them. ${readmeAdvice}`,
    )
  }
  if (!addresses(peerAddress).isTrusted) {
    return bad(
      subject,
      `${peer}, whose ${given.join(', ')} does not count`,
      `Name the proxy: TRUST_PROXY=${peerAddress}.`,
    )
  }
  return good(subject, `${peer} with ${given.join(', ')}; this one counts as from ${address}`)
}
