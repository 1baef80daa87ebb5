// The settings table: one row gives a setting's variable, flag, default, check and help text.

import { type LogLevel, logLevels } from '../log.ts'
import type { Option } from './options.ts'
import {
  collectPath,
  headerName,
  megabytes,
  nonEmpty,
  oneOf,
  onOff,
  origins,
  password,
  path,
  scriptNames,
  text,
  whole,
} from './values.ts'

export interface Setting extends Option {
  variable: string
  /** Another variable that means the same, and its flag. */
  otherName?: string
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
  backupNightly: {
    variable: 'BACKUP_NIGHTLY',
    default: 'false',
    help: 'Make a backup each night at three, or at the next start.',
    parse: onOff,
  },
  backupDir: {
    variable: 'BACKUP_DIR',
    default: null,
    help: 'Folder of backups, better on another disk; without it DATA_DIR/backups.',
    parse: nonEmpty,
  },
  backupDays: {
    variable: 'BACKUP_DAYS',
    default: '7',
    help: 'How many days nightly backups are kept; the newest one always is.',
    parse: whole(1, 3650),
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
} satisfies Record<string, Setting>

/** The flag of a setting: `DATA_DIR` is `--data-dir`. */
export const toFlag = (setting: { variable: string }): string =>
  `--${setting.variable.toLowerCase().replaceAll('_', '-')}`
