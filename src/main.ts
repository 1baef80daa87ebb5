// Arguments → command → exit code. The only file that ends the process.

import { runCommand } from './cli/commands.ts'
import { widenThreadPool } from './db/native/thread-pool.ts'

// What is stored is for its owner alone, also in a folder that others may look into.
process.umask(0o077)
widenThreadPool()
process.exit(await runCommand(process.argv.slice(2), process.env))
