// Passwords: argon2id, hashed on the runtime's threads, away from requests.

export const minPasswordLength = 8
export const maxPasswordLength = 255

export const hashPassword = (password: string): Promise<string> =>
  Bun.password.hash(password, { algorithm: 'argon2id' })

/** A hash of nothing anyone knows: checked for unknown names, so that they take as long as others. */
let decoy: Promise<string> | null = null

/** Whether the password is the one of the hash; `null` stands for a user that does not exist. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const matches = await Bun.password.verify(password, hash ?? (await decoy))
  return matches && hash !== null
}
