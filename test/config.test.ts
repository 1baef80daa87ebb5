import { describe, expect, test } from 'bun:test'
import { settings, toFlag } from '../src/config/settings.ts'
import { ConfigError, parseConfig } from '../src/config.ts'

test('without anything given, the defaults', () => {
  expect(parseConfig([], {})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: './data',
    appSecret: null,
    adminPassword: null,
    basePath: '',
    trustProxy: 'loopback,private',
    clientIpHeader: null,
    ignoreIp: '',
    disableBotCheck: false,
    skipLocationHeaders: false,
    geoDb: null,
    saltRotation: 'month',
    trackerScriptName: [],
    collectApiEndpoint: null,
    removeTrailingSlash: false,
    allowedFrameUrls: [],
    backupNightly: false,
    backupDir: null,
    backupDays: 7,
    memoryLimit: null,
    threads: null,
    logLevel: 'info',
  })
})

describe('what counts', () => {
  test('a flag wins over its variable, the last flag over earlier ones', () => {
    const { port } = parseConfig(['--port', '1', '--port=2'], { PORT: '3' })
    expect(port).toBe(2)
  })

  test('an empty variable is none, an empty flag is a value', () => {
    expect(parseConfig([], { DATA_DIR: '', PORT: '' })).toMatchObject({
      dataDir: './data',
      port: 3000,
    })
    expect(() => parseConfig(['--data-dir='], {})).toThrow('--data-dir must not be empty, not ""')
  })

  test('flags that are on or off need no value', () => {
    const alone = parseConfig(['--disable-bot-check', '--port', '1'], {})
    expect([alone.disableBotCheck, alone.port]).toEqual([true, 1])
    expect(parseConfig(['--disable-bot-check', 'off'], {}).disableBotCheck).toBe(false)
    expect(parseConfig(['--disable-bot-check=off'], {}).disableBotCheck).toBe(false)
    expect(() => parseConfig(['--disable-bot-check', 'now'], {})).toThrow(
      '--disable-bot-check must be true or false, not "now"',
    )
  })

  test.each([
    [['now'], 'now'],
    [['--port', '1', 'now'], 'now'],
    [['--disable-bot-check', 'on', 'now'], 'now'],
    [['--disable-bot-check=on', 'now'], 'now'],
    [['-p', '1'], '-p'],
    [['--'], '--'],
    [['--no-disable-bot-check'], '--no-disable-bot-check'],
    [['--constructor', 'x'], '--constructor'],
    [['--__proto__=x'], '--__proto__'],
  ])('%j: nothing else is taken', (args, unknown) => {
    expect(() => parseConfig(args, {})).toThrow(
      new ConfigError(`unknown option ${JSON.stringify(unknown)}`),
    )
  })

  test('a value may look like anything but a flag', () => {
    expect(parseConfig(['--host', '-a=b'], {}).host).toBe('-a=b')
    expect(parseConfig(['--host=--x'], {}).host).toBe('--x')
    expect(() => parseConfig(['--host', '--x'], {})).toThrow('--host needs a value')
  })

  test('a setting with two names takes either', () => {
    const { trustProxy: byVariable } = parseConfig([], { TRUSTED_PROXIES: '192.0.2.1' })
    expect(byVariable).toBe('192.0.2.1')
    const { trustProxy: byFlag } = parseConfig(['--trusted-proxies=192.0.2.1'], {
      TRUST_PROXY: '192.0.2.9',
    })
    expect(byFlag).toBe('192.0.2.1')
    const same = { TRUST_PROXY: '192.0.2.1', TRUSTED_PROXIES: '192.0.2.1' }
    expect(parseConfig([], same).trustProxy).toBe('192.0.2.1')
    expect(() => parseConfig([], { ...same, TRUSTED_PROXIES: 'all' })).toThrow(
      'TRUST_PROXY and TRUSTED_PROXIES differ; give only one of them',
    )
    expect(() => parseConfig(['--trust-proxy=all', '--trusted-proxies=none'], {})).toThrow(
      '--trust-proxy and --trusted-proxies differ; give only one of them',
    )
  })

  test('every setting has a flag and a variable of one name, each only once', () => {
    const all = Object.values(settings)
    expect(all.map(toFlag)).toEqual(
      all.map(({ variable }) => `--${variable.toLowerCase().replaceAll('_', '-')}`),
    )
    expect(new Set(all.map(({ variable }) => variable)).size).toBe(all.length)
  })
})

test.each([
  ['BASE_PATH', '/stats/', { basePath: '/stats' }],
  ['BASE_PATH', '/', { basePath: '' }],
  ['MEMORY_LIMIT', '1GB', { memoryLimit: 1024 }],
  ['MEMORY_LIMIT', '256 MiB', { memoryLimit: 256 }],
  ['MEMORY_LIMIT', '64', { memoryLimit: 64 }],
  ['TRACKER_SCRIPT_NAME', ' a.js, /x/b.js,', { trackerScriptName: ['a.js', 'x/b.js'] }],
  ['COLLECT_API_ENDPOINT', '/c/', { collectApiEndpoint: '/c' }],
  ['CLIENT_IP_HEADER', ' X-Real-IP ', { clientIpHeader: 'x-real-ip' }],
  ['DISABLE_BOT_CHECK', 'YES', { disableBotCheck: true }],
  ['THREADS', '64', { threads: 64 }],
  [
    'ALLOWED_FRAME_URLS',
    ' https://Example.com/, http://localhost:8080 https://*.bücher.example https://example.com:443',
    {
      allowedFrameUrls: [
        'https://example.com',
        'http://localhost:8080',
        'https://*.xn--bcher-kva.example',
        'https://example.com',
      ],
    },
  ],
])('%s=%s', (variable, value, expected) => {
  expect(parseConfig([], { [variable]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', '-1'],
  ['PORT', '1.5'],
  ['PORT', '1e3'],
  ['BASE_PATH', 'stats'],
  ['BASE_PATH', '/a b'],
  ['BASE_PATH', '/a?b'],
  ['BASE_PATH', '/a/../b'],
  ['TRACKER_SCRIPT_NAME', '../x'],
  ['COLLECT_API_ENDPOINT', '/api/websites'],
  ['COLLECT_API_ENDPOINT', '/'],
  ['CLIENT_IP_HEADER', 'a:b'],
  ['CLIENT_IP_HEADER', ' '],
  ['MEMORY_LIMIT', '1MB'],
  ['MEMORY_LIMIT', 'much'],
  ['THREADS', '0'],
  ['SALT_ROTATION', 'year'],
  ['TRACKER_SCRIPT_NAME', 'a b.js'],
  ['COLLECT_API_ENDPOINT', 'https://example.com/c'],
  ['APP_SECRET', ' '],
  ['ADMIN_PASSWORD', 'seven77'],
  ['ALLOWED_FRAME_URLS', '*'],
  ['ALLOWED_FRAME_URLS', "'self'"],
  ['ALLOWED_FRAME_URLS', 'example.com'],
  ['ALLOWED_FRAME_URLS', 'https://example.com/blog'],
  ['ALLOWED_FRAME_URLS', 'https://example.com;script-src'],
  ['ALLOWED_FRAME_URLS', 'https://example.com, javascript:1'],
  ['ALLOWED_FRAME_URLS', 'https://a@example.com'],
  ['ALLOWED_FRAME_URLS', 'https://*'],
  ['ALLOWED_FRAME_URLS', 'https://[::1]'],
])('%s=%s is refused by name', (variable, value) => {
  const parse = () => parseConfig([], { [variable]: value })
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(new RegExp(`^${variable} `))
})
