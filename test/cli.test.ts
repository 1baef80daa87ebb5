import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '../package.json'
import { commands } from '../src/cli/commands.ts'
import { describeCommands } from '../src/cli/help.ts'
import { settings, toFlag } from '../src/config/settings.ts'
import { startServer } from './support/app.ts'
import { runFootfall } from './support/process.ts'

// Processes start slowly on a busy machine.
setDefaultTimeout(60_000)

test.each(['--version', '-v'])('%s', async (flag) => {
  expect(await runFootfall([flag])).toEqual({
    exitCode: 0,
    stdout: `footfall ${version}\n`,
    stderr: '',
  })
})

test.each(['--help', '-h', 'help'])('%s names every command and every setting', async (flag) => {
  const { exitCode, stdout, stderr } = await runFootfall([flag])
  expect([exitCode, stderr]).toEqual([0, ''])
  for (const { usage, help, options } of describeCommands(commands)) {
    expect(stdout).toMatch(new RegExp(`^ +${usage}\\s+${help}$`, 'm'))
    for (const [name, { help }] of Object.entries(options)) {
      expect(stdout).toMatch(new RegExp(`^ +--${name} .*${RegExp.escape(help)}$`, 'm'))
    }
  }
  for (const setting of Object.values(settings)) {
    const fallback = setting.default ? ` [${setting.default}]` : ''
    expect(stdout).toContain(`  ${toFlag(setting)}  (${setting.variable})${fallback}\n`)
    expect(stdout).toContain(`      ${setting.help}\n`)
  }
})

describe('a wrong call is refused with 2 and named', () => {
  const usageError = (sentence: string) => `footfall: ${sentence}\nSee footfall --help.\n`

  test.each([
    [['--prot', '80'], {}, 'unknown option "--prot"'],
    [['--prot=80'], {}, 'unknown option "--prot"'],
    [['--admin-pasword=my secret'], {}, 'unknown option "--admin-pasword"'],
    [['user', 'password', 'admin', '--passwort=my secret'], {}, 'unknown option "--passwort"'],
    [['user', 'password', 'admin', '--passwort', 'my secret'], {}, 'unknown option "--passwort"'],
    [
      ['user', 'password', 'admin', '--password', '-h'],
      {},
      '--password must have 8 to 255 characters',
    ],
    [['--port', '-v'], {}, '--port must be a whole number from 0 to 65535, not "-v"'],
    [['serve', 'now'], {}, 'unknown option "now"'],
    [['fly'], {}, 'unknown command "fly"'],
    [['constructor'], {}, 'unknown command "constructor"'],
    [['user'], {}, 'user needs one of list, add, password, role, disable-2fa, remove, not ""'],
    [
      ['user', 'constructor', 'x'],
      {},
      'user needs one of list, add, password, role, disable-2fa, remove, not "constructor"',
    ],
    [['user', 'password'], {}, 'user password needs the name of a user'],
    [
      ['user', 'password', '--password', 'long enough'],
      {},
      'user password needs the name of a user',
    ],
    [['user', 'add'], {}, 'user add needs the name of the user'],
    [
      ['user', 'add', 'x', '--role=boss'],
      {},
      '--role must be one of admin, user, view-only, not "boss"',
    ],
    [['user', 'add', 'a\u200bb'], {}, 'a name has 1 to 255 characters, all of them visible'],
    [
      ['user', 'role', 'x'],
      {},
      'user role needs the name of a user, and one of admin, user, view-only',
    ],
    [['user', 'role', 'x', 'boss'], {}, 'a role is one of admin, user, view-only, not "boss"'],
    [['user', 'remove'], {}, 'user remove needs the name of a user'],
    [['user', 'password', 'admin', 'now'], {}, 'unknown option "now"'],
    [['user', 'password', 'admin', '--password'], {}, '--password needs a value'],
    [['user', 'password', 'x', '--password=short'], {}, '--password must have 8 to 255 characters'],
    [['--port'], {}, '--port needs a value'],
    [['--port', '--host', 'x'], {}, '--port needs a value'],
    [['--port', '70000'], {}, '--port must be a whole number from 0 to 65535, not "70000"'],
    [[], { PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
    [[], { LOG_LEVEL: 'all' }, 'LOG_LEVEL must be one of error, warn, info, debug, not "all"'],
    [[], { DISABLE_BOT_CHECK: '2' }, 'DISABLE_BOT_CHECK must be true or false, not "2"'],
  ])('%j %j', async (args, variables, sentence) => {
    expect(await runFootfall(args, variables)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: usageError(sentence),
    })
  })

  test('a secret is not repeated', async () => {
    const refused = await runFootfall([], { ADMIN_PASSWORD: 'short' })
    expect(refused).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: usageError('ADMIN_PASSWORD must have 8 to 255 characters'),
    })
  })

  test.each([
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['IGNORE_IP', 'nowhere'],
    ['GEO_DB', '/nonexistent.mmdb'],
  ])('%s %s', async (variable, value) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'footfall-cli-'))
    const refused = await runFootfall([], {
      PORT: '0',
      DATA_DIR: dataDir,
      GEO_DB: 'off',
      [variable]: value,
    })
    expect([refused.exitCode, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toStartWith(`footfall: ${variable} `)
    expect(refused.stderr).toContain(value)
    await rm(dataDir, { recursive: true })
  })
})

test('a taken port is named in a sentence', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-cli-'))
  // Another footfall, which listens as this one would: a port can be shared by those who agree.
  const other = await startServer()
  const { port } = new URL(other.url)
  const refused = await runFootfall([`--port=${port}`, '--host', '127.0.0.1'], {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'long enough',
    GEO_DB: 'off',
  })
  expect(refused).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      `footfall: Cannot listen on 127.0.0.1, port ${port}: it is in use. ` +
      'Choose another with --port.\n',
  })
  await other.stop()
  await rm(dataDir, { recursive: true })
})

test('a data folder that is a file is named in a sentence', async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'footfall-cli-')), 'file')
  await Bun.write(dataDir, '')
  const refused = await runFootfall(['--data-dir', dataDir])
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toStartWith(`footfall: DATA_DIR ${dataDir} cannot be made a folder: `)
})
