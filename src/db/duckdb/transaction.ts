import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * Runs `work` and commits. Whatever it throws, the transaction is over and nothing of it stays;
 * `beforeRollback` then lets go of what holds the connection.
 */
export async function inTransaction(
  connection: DuckDBConnection,
  work: () => Promise<void>,
  beforeRollback: () => void = () => {},
): Promise<void> {
  await connection.run('begin')
  try {
    await work()
    await connection.run('commit')
  } catch (error) {
    try {
      beforeRollback()
    } finally {
      await connection.run('rollback').catch(() => {
        // The failed commit has already ended the transaction, or the engine is dead.
      })
    }
    throw error
  }
}
