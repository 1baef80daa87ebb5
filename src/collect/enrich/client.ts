// What a User-Agent text says about the visitor's software and device.

import { browserName, detectOS } from 'detect-browser'
import { isbot } from 'isbot'
import { UAParser } from 'ua-parser-js'
import { openCache } from '../../lib/byte-cache.ts'

export interface Client {
  isBot: boolean
  /** Key of detect-browser's rules, such as `chrome` or `edge-chromium`. */
  browser: string | null
  os: string | null
  /** `desktop`, `mobile`, `tablet`, `console`, `smarttv`, `wearable`, `xr` or `embedded`. */
  device: string
}

// No browser's text comes near this length; the time the rules need grows with it.
const maxParsed = 1024

/** The names in it are those of rules. */
const bytesPerClient = 100

const seen = openCache<Client>('clients', () => bytesPerClient)

/** Reads a User-Agent text; the texts seen lately are remembered. */
export function readClient(userAgent: string): Client {
  const known = seen.get(userAgent)
  if (known) return known
  const text = userAgent.slice(0, maxParsed)
  const client = {
    isBot: isbot(text),
    browser: browserName(text),
    os: detectOS(text),
    device: classifyDevice(text),
  }
  if (userAgent.length <= maxParsed) seen.set(userAgent, client)
  return client
}

function classifyDevice(userAgent: string): string {
  const type = new UAParser(userAgent).getDevice().type ?? 'desktop'
  // The parser counts headsets as wearables.
  return type === 'wearable' && /Quest|Oculus|Pico|\bVR\b/.test(userAgent) ? 'xr' : type
}

/** A desktop whose screen (`1920x1080`) is at most 1920 wide counts as a laptop. */
export function deviceWithScreen(device: string, screen: string | null): string {
  const width = /^\s*(\d+)/.exec(screen ?? '')?.[1]
  return device === 'desktop' && width !== undefined && Number(width) <= 1920 ? 'laptop' : device
}
