// `footfall user disable-2fa`: for those who lost authenticator and backup codes, above all the
// last administrator.

import { ConfigError, parseCommand, type Variables } from '../../config.ts'
import { findFactor, removeFactor } from '../../sign-in/two-factor/store.ts'
import { requireUser, withEntities } from './entities.ts'

export async function removeSecondFactor(args: string[], variables: Variables): Promise<number> {
  const { config, operands } = parseCommand({}, args, variables, 1)
  const [given] = operands
  if (given === undefined) throw new ConfigError('user disable-2fa needs the name of a user')
  await withEntities(config.dataDir, (entities) => {
    const { id, username } = requireUser(entities, given)
    const wasOn = (findFactor(entities, id)?.confirmedAt ?? null) !== null
    removeFactor(entities, id)
    process.stdout.write(
      wasOn
        ? `Two-factor log-in of ${JSON.stringify(username)} is off; the password is enough again.\n`
        : `Two-factor log-in of ${JSON.stringify(username)} was not on.\n`,
    )
  })
  return 0
}
