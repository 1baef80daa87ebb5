// The memory limit of the control group that this process runs in, such as a container's or a
// service's. Of both versions of control groups, and of all groups around it.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A hierarchy of control groups that limits memory. */
interface Hierarchy {
  /** Where it is mounted. */
  folder: string
  /** The group that is the mount's own, as others name it: `/`, or a container's from outside. */
  root: string
  limitFiles: readonly string[]
  /** Finds the line of /proc/self/cgroup that names this process's group. */
  isNamedBy: (controllers: string) => boolean
}

/**
 * Bytes that this process may have by its control groups; infinite without a limit. `root` is the
 * folder that the system's files are below.
 */
export function controlGroupLimit(root = '/'): number {
  const groups = readLines(join(root, 'proc/self/cgroup')).map((line) => {
    const [, controllers = '', ...path] = line.split(':')
    return { controllers, path: path.join(':') }
  })
  const limits = hierarchiesIn(join(root, 'proc/self/mountinfo')).flatMap((hierarchy) => {
    const group = groups.find(({ controllers }) => hierarchy.isNamedBy(controllers))
    return listFolders(hierarchy, group?.path ?? '/').flatMap((folder) =>
      hierarchy.limitFiles.map((file) => numberIn(join(root, folder, file))),
    )
  })
  return Math.min(Number.POSITIVE_INFINITY, ...limits)
}

function hierarchiesIn(mountinfo: string): Hierarchy[] {
  return readLines(mountinfo).flatMap((line): Hierarchy[] => {
    // Fields of a mount, a dash, then its file system.
    const [mount = '', system = ''] = line.split(' - ', 2)
    const [, , , root = '/', folder = ''] = mount.split(' ').map(decodeOctal)
    const [type, , options = ''] = system.split(' ')
    if (type === 'cgroup2') {
      const limitFiles = ['memory.max', 'memory.high']
      return [{ folder, root, limitFiles, isNamedBy: (controllers) => controllers === '' }]
    }
    if (type !== 'cgroup' || !options.split(',').includes('memory')) return []
    const isNamedBy = (controllers: string) => controllers.split(',').includes('memory')
    return [{ folder, root, limitFiles: ['memory.limit_in_bytes'], isNamedBy }]
  })
}

/** The folders of a group and of all around it, as far as this process can see them. */
function listFolders({ folder, root }: Hierarchy, path: string): string[] {
  // A container sees its own group at the mount, and its name as it is outside.
  const isBelow = root !== '/' && (path === root || path.startsWith(`${root}/`))
  let group = isBelow ? path.slice(root.length) : path
  const folders: string[] = []
  for (; group !== '/' && group !== '' && group !== '.'; group = dirname(group)) {
    folders.push(join(folder, group))
  }
  return [...folders, folder]
}

/** Spaces and such in paths are written as octal numbers. */
const decodeOctal = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    // Another system than Linux, or one that hides it: the machine's own memory decides.
    return []
  }
}

/** The number in a file; infinite for `max`, and when there is no such group or no such limit. */
function numberIn(file: string): number {
  const text = readLines(file)[0] ?? ''
  return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}
