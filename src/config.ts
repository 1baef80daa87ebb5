// The settings table: one row gives a setting's variable, flag, default, check and help text.

import { type LogLevel, logLevels } from './log.ts'

interface Setting<Value> {
  variable: string
  /** Another variable that means the same, and its flag. */
  otherName?: string
  /** Shown in help; `null` when there is no fixed default. */
  default: string | null
  help: string
  /** Never shown in messages. */
  isSecret?: true
  /** Turns text into the value; throws a sentence fragment such as `must be …`. */
  parse: (text: string) => Value
}

const text = (value: string) => value

const onOff = (value: string): boolean => {
  const lower = value.trim().toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(lower)) return true
  if (['', '0', 'false', 'no', 'off'].includes(lower)) return false
  throw new Error('must be true or false')
}

const whole = (min: number, max: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value.trim()) || number < min || number > max) {
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
  return number
}

const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: string): Word => {
    const found = words.find((word) => word === value)
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`)
    return found
  }

/** A part of a path; `.` and `..` are none, because browsers resolve them. */
const isPathPart = (text: string): boolean => /^[\w.~-]+$/.test(text) && !/^\.{1,2}$/.test(text)

/** `/name` or empty; no trailing slash. */
const path = (value: string): string => {
  const trimmed = value.trim().replace(/\/+$/, '')
  const [first, ...parts] = trimmed.split('/')
  if (first !== '' || !parts.every(isPathPart)) throw new Error('must be a path such as /stats')
  return trimmed
}

/** Where events are sent besides; the API's own addresses are taken. */
const collectPath = (value: string): string => {
  const given = path(nonEmpty(value))
  if (given === '') throw new Error('must be a path such as /collect')
  if (given.startsWith('/api/') && given !== '/api/send') throw new Error('must not be under /api')
  return given
}

const headerName = (value: string): string => {
  const name = value.trim().toLowerCase()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error('must be the name of a header')
  return name
}

const password = (value: string): string => {
  if (value.length < 8 || value.length > 255) throw new Error('must have 8 to 255 characters')
  return value
}

const nonEmpty = (value: string): string => {
  if (value.trim() === '') throw new Error('must not be empty')
  return value
}

const scriptNames = (value: string): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim().replace(/^\/+/, ''))
    .filter((name) => name !== '')
  for (const name of names) {
    if (!name.split('/').every(isPathPart)) throw new Error(`has a bad file name: ${name}`)
  }
  return names
}

/** Origins, separated by commas or blanks, as they stand in a Content-Security-Policy. */
const origins = (value: string): string[] =>
  value
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      // One asterisk may stand for every host below a domain.
      const [, scheme = '', wildcard = '', host = ''] =
        /^(https?:\/\/)(\*\.)?([^/?#*@\\]+)\/?$/i.exec(entry) ?? []
      const url = URL.parse(scheme + host)
      // The policy knows no other hosts; a semicolon, which an address may have, would end it.
      if (url === null || !/^[a-z\d.-]+$/.test(url.hostname)) {
        throw new Error('must be origins such as https://example.com')
      }
      return `${url.protocol}//${wildcard}${url.host}`
    })

const megabytes = (value: string): number => {
  const match = /^(\d+)\s*(MB|GB|MiB|GiB)?$/i.exec(value.trim())
  const amount = Number(match?.[1]) * (match?.[2]?.toUpperCase().startsWith('G') ? 1024 : 1)
  if (!match || amount < 32) throw new Error('must be a size of at least 32MB, such as 256MB')
  return amount
}

/** Every setting, in the order of the help text. */
export const settings = {
  port: {
    variable: 'PORT',
    default: '3000',
    help: 'Port to listen on; 0 takes a free one.',
    parse: whole(0, 65535),
  },
  host: {
    variable: 'HOST',
    default: '0.0.0.0',
    help: 'Address to listen on.',
    parse: nonEmpty,
  },
  dataDir: {
    variable: 'DATA_DIR',
    default: './data',
    help: 'Folder that holds everything footfall stores.',
    parse: nonEmpty,
  },
  appSecret: {
    variable: 'APP_SECRET',
    default: null,
    help: 'Secret of tokens and visitor ids; without it one is made in the data folder.',
    isSecret: true,
    parse: nonEmpty,
  },
  adminPassword: {
    variable: 'ADMIN_PASSWORD',
    default: null,
    help: 'Password of the first user, admin, at the first start; without it a random one is printed once.',
    isSecret: true,
    parse: password,
  },
  basePath: {
    variable: 'BASE_PATH',
    default: '',
    help: 'Path under which everything is served, such as /stats.',
    parse: path,
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    default: 'loopback,private',
    otherName: 'TRUSTED_PROXIES',
    help: 'Peers whose forwarding headers count: loopback, private, CIDRs, all or none; also TRUSTED_PROXIES.',
    parse: text,
  },
  clientIpHeader: {
    variable: 'CLIENT_IP_HEADER',
    default: null,
    help: 'Header with the visitor address, read before X-Forwarded-For and Forwarded, such as CF-Connecting-IP.',
    parse: headerName,
  },
  ignoreIp: {
    variable: 'IGNORE_IP',
    default: '',
    help: 'Addresses or CIDRs, comma separated, from which nothing is recorded.',
    parse: text,
  },
  disableBotCheck: {
    variable: 'DISABLE_BOT_CHECK',
    default: 'false',
    help: 'Record bots too.',
    parse: onOff,
  },
  skipLocationHeaders: {
    variable: 'SKIP_LOCATION_HEADERS',
    default: 'false',
    help: 'Do not take the country, region and city from headers of a CDN.',
    parse: onOff,
  },
  geoDb: {
    variable: 'GEO_DB',
    default: null,
    help: 'Path of a city database (mmdb), or off; else DATA_DIR/geo, else the built-in countries.',
    parse: nonEmpty,
  },
  saltRotation: {
    variable: 'SALT_ROTATION',
    default: 'month',
    help: 'How long an anonymous visitor stays the same one: day, week or month.',
    parse: oneOf(['day', 'week', 'month']),
  },
  trackerScriptName: {
    variable: 'TRACKER_SCRIPT_NAME',
    default: '',
    help: 'More names, comma separated, under which /script.js is served.',
    parse: scriptNames,
  },
  collectApiEndpoint: {
    variable: 'COLLECT_API_ENDPOINT',
    default: null,
    help: 'A second path of /api/send, which the tracker script then uses.',
    parse: collectPath,
  },
  removeTrailingSlash: {
    variable: 'REMOVE_TRAILING_SLASH',
    default: 'false',
    help: 'Count /blog/ as /blog.',
    parse: onOff,
  },
  allowedFrameUrls: {
    variable: 'ALLOWED_FRAME_URLS',
    default: '',
    help: 'Origins, such as https://example.com, whose pages may show share pages in a frame.',
    parse: origins,
  },
  memoryLimit: {
    variable: 'MEMORY_LIMIT',
    default: null,
    help: 'Memory of the event database, such as 256MB; without it a share of the machine.',
    parse: megabytes,
  },
  threads: {
    variable: 'THREADS',
    default: null,
    help: 'Threads of the event database; without it one per processor, at most 4.',
    parse: whole(1, 64),
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    default: 'info',
    help: `Least important lines to log: ${logLevels.join(', ')}.`,
    parse: oneOf<LogLevel>(logLevels),
  },
} satisfies Record<string, Setting<unknown>>

type Settings = typeof settings
type ValueOf<Row> = Row extends { parse: (text: string) => infer Value; default: infer Default }
  ? Default extends null
    ? Value | null
    : Value
  : never

/** All settings, parsed. Sizes are in MiB. */
export type Config = { [Name in keyof Settings]: ValueOf<Settings[Name]> }

/** A setting with a bad value, or an unknown flag; the message names it. */
export class ConfigError extends Error {}

/** The flag of a setting: `DATA_DIR` is `--data-dir`. */
export const toFlag = (setting: { variable: string }): string =>
  `--${setting.variable.toLowerCase().replaceAll('_', '-')}`

/**
 * Reads settings from flags (`--port 80`, `--port=80`), then variables, then defaults.
 * A flag of an on/off setting may stand alone. Throws ConfigError.
 */
export function parseConfig(
  args: readonly string[],
  variables: Record<string, string | undefined>,
): Config {
  const flags = parseFlags(args)
  const entries = Object.entries(settings as Record<string, Setting<unknown>>).map(
    ([name, setting]) => {
      const given = findGiven(setting, flags, variables)
      const text = given?.text ?? setting.default
      if (text === null) return [name, null]
      try {
        return [name, setting.parse(text)]
      } catch (cause) {
        const shown = setting.isSecret ? '' : `, not ${JSON.stringify(text)}`
        throw new ConfigError(
          `${given?.name ?? setting.variable} ${(cause as Error).message}${shown}`,
        )
      }
    },
  )
  return Object.fromEntries(entries) as Config
}

/** A value as it was given, and the flag or variable that gave it. */
interface ParsedFlag {
  name: string
  text: string
}

const listNames = ({ variable, otherName }: Setting<unknown>): string[] =>
  otherName === undefined ? [variable] : [variable, otherName]

function findGiven(
  setting: Setting<unknown>,
  flags: ReadonlyMap<string, string>,
  variables: Record<string, string | undefined>,
): ParsedFlag | null {
  const names = listNames(setting)
  const byFlag = names.map((variable) => {
    const name = toFlag({ variable })
    return { name, text: flags.get(name) }
  })
  // An empty variable counts as absent: service files often carry `NAME=`.
  const byVariable = names.map((name) => ({ name, text: variables[name] || undefined }))
  return pickGiven(byFlag) ?? pickGiven(byVariable)
}

/** The first that has a text. Throws ConfigError when another name of it says something else. */
function pickGiven(named: { name: string; text: string | undefined }[]): ParsedFlag | null {
  const [first, ...others] = named.filter((one): one is ParsedFlag => one.text !== undefined)
  const other = others.find(({ text }) => text !== first?.text)
  if (first && other) {
    throw new ConfigError(`${first.name} and ${other.name} differ; give only one of them`)
  }
  return first ?? null
}

function parseFlags(args: readonly string[]): Map<string, string> {
  const rows = Object.values(settings) as Setting<unknown>[]
  const known = new Map(
    rows.flatMap((setting) =>
      listNames(setting).map((variable) => [toFlag({ variable }), setting] as const),
    ),
  )
  const flags = new Map<string, string>()
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as string
    const equals = arg.indexOf('=')
    const flag = equals < 0 ? arg : arg.slice(0, equals)
    const setting = known.get(flag)
    if (!setting) throw new ConfigError(`unknown option ${JSON.stringify(arg)}`)
    if (equals >= 0) {
      flags.set(flag, arg.slice(equals + 1))
      continue
    }
    const next = args[index + 1]
    const hasValue = next !== undefined && !next.startsWith('--')
    if (!hasValue && setting.parse !== onOff) throw new ConfigError(`${flag} needs a value`)
    flags.set(flag, hasValue ? next : 'true')
    if (hasValue) index++
  }
  return flags
}
