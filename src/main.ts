// Arguments → command → exit code. The only file that ends the process.

import { runCommand } from './cli/commands.ts'
import { widenThreadPool } from './db/thread-pool.ts'

widenThreadPool()
process.exit(await runCommand(process.argv.slice(2), process.env))
