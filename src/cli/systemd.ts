// `footfall systemd`: a unit for systemd, to be written into a file.

import { basename, isAbsolute, resolve } from 'node:path'
import { readArguments } from '../config/options.ts'
import { settings, toFlag } from '../config/settings.ts'
import { ConfigError, listFlags, parseCommand, type Variables } from '../config.ts'
import type { Command } from './command.ts'

const defaultDataDir = '/var/lib/footfall'
/** Below it, a process needs a permission to listen. */
const firstFreePort = 1024

/** A word of a unit, in which nothing has a meaning of its own. */
const word = (value: string): string => {
  if (!/^[\w@%+=:,./[\]-]+$/.test(value)) {
    throw new Error('must have no blanks and none of the characters that mean something to systemd')
  }
  return value.replaceAll('%', '%%')
}

const path = (value: string): string => {
  if (!isAbsolute(value)) throw new Error('must be a path from the root')
  return word(value)
}

const systemdOptions = {
  user: { default: 'footfall', help: 'User that the server runs as.', parse: word },
  executable: {
    default: null,
    help: 'Path of footfall; without it that of the executable which is asked.',
    parse: path,
  },
  'environment-file': {
    default: '/etc/footfall.env',
    help: 'File of settings, a line NAME=value each; it may be missing.',
    parse: path,
  },
} as const

export const systemdCommand = {
  help: 'Print a hardened unit for systemd, with the settings that are given as flags.',
  options: systemdOptions,
  run: printUnit,
} satisfies Command

async function printUnit(args: string[], variables: Variables): Promise<number> {
  const { values, config } = parseCommand(systemdOptions, args, variables)
  const { flags } = readArguments(args, listFlags(systemdOptions), 0)
  const dataDir = flags.has('--data-dir') ? resolve(config.dataDir) : defaultDataDir
  const environment = toEnvironment(flags, dataDir)
  const writable = [dataDir, ...(config.backupDir === null ? [] : [resolve(config.backupDir)])]
  const lowPort = config.port > 0 && config.port < firstFreePort
  for (const folder of writable) checkFolder(folder)
  const name = values.user
  const executable = values.executable ?? findExecutable()
  const isInHome = [executable, ...writable].some((one) => /^\/(home|root)\//.test(one))
  process.stdout.write(`# As root:
#   useradd --system --home-dir ${dataDir} --shell /usr/sbin/nologin ${name}
#   install -d -m 700 -o ${name} -g ${name} ${writable.join(' ')}
#   systemctl daemon-reload && systemctl enable --now footfall
# Commands run as that user: sudo -u ${name} ${executable} doctor --data-dir ${dataDir}

[Unit]
Description=footfall web analytics
Wants=network-online.target
After=network-online.target

[Service]
User=${name}
Group=${name}
ExecStart=${executable} serve
${environment.map((line) => `Environment=${line}`).join('\n')}
EnvironmentFile=-${values['environment-file']}
Restart=always
RestartSec=2
TimeoutStopSec=60
LimitNOFILE=65536
UMask=0077
ReadWritePaths=${writable.join(' ')}
ProtectSystem=strict
ProtectHome=${isInHome ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectProc=invisible
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
CapabilityBoundingSet=${lowPort ? 'CAP_NET_BIND_SERVICE' : ''}
AmbientCapabilities=${lowPort ? 'CAP_NET_BIND_SERVICE' : ''}
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`)
  return 0
}

/** Throws a ConfigError for a path that a unit cannot name. */
function checkFolder(folder: string): void {
  try {
    word(folder)
  } catch (error) {
    throw new ConfigError(`the path ${JSON.stringify(folder)} ${(error as Error).message}`)
  }
}

/** The settings that were given as flags, and the data folder. */
function toEnvironment(flags: ReadonlyMap<string, string>, dataDir: string): string[] {
  const given = Object.values(settings).flatMap((setting) => {
    const text = flags.get(toFlag(setting))
    if (text === undefined || setting.variable === 'DATA_DIR') return []
    if ('isSecret' in setting) {
      throw new ConfigError(`${toFlag(setting)} is a secret: put it into the file of settings`)
    }
    return [`"${setting.variable}=${quote(text)}"`]
  })
  return [`"DATA_DIR=${quote(dataDir)}"`, ...given]
}

/** Text between double quotes of a unit. */
const quote = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')

/** The path of this executable; from source, where one is usually put. */
const findExecutable = (): string =>
  basename(process.execPath).startsWith('footfall') ? process.execPath : '/usr/local/bin/footfall'
