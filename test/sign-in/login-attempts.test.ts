import { expect, test } from 'bun:test'
import { unavailable } from '../../src/errors.ts'
import { LoginAttempts } from '../../src/sign-in/login-attempts.ts'

const wrong = async () => null

/** Tries a wrong password; `true` when the attempt was let through. */
const tries = (logins: LoginAttempts, address: string, name: string): Promise<boolean> =>
  logins.attempt(address, name, wrong).then(
    () => true,
    () => false,
  )

async function countLetThrough(
  count: number,
  attempt: (index: number) => Promise<boolean>,
): Promise<number> {
  let letThrough = 0
  for (let index = 0; index < count; index++) if (await attempt(index)) letThrough++
  return letThrough
}

const ipv4 = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

test('a flood of other names does not make the tries of a name forgotten', async () => {
  let now = 1_000_000
  const logins = new LoginAttempts(() => now)
  const guess = (index: number) => tries(logins, ipv4(index), 'admin')
  expect(await countLetThrough(11, guess)).toBe(10)
  // Those that find no room of their own share ten tries.
  const flood = (index: number) => tries(logins, ipv4(1000 + index), `name ${index}`)
  expect(await countLetThrough(10_100, flood)).toBe(10_009)
  expect(await guess(50_000)).toBe(false)
  // Half a minute later the names of the flood are forgotten, the tries of this one are not.
  now += 30_000
  expect(await tries(logins, ipv4(60_000), 'somebody')).toBe(true)
  expect(await guess(60_001)).toBe(true)
  expect(await guess(60_002)).toBe(false)
})

test('a /48 of IPv6 has a higher allowance than a /64, but not one per /64', async () => {
  const logins = new LoginAttempts(() => 1_000_000)
  const guess = (site: string) => (index: number) =>
    tries(logins, `2001:db8:${site}:${index.toString(16)}::1`, `name ${site} ${index}`)
  expect(await countLetThrough(150, guess('1'))).toBe(100)
  expect(await countLetThrough(1, guess('2'))).toBe(1)
})

test('an attempt whose password was never looked at does not count', async () => {
  const logins = new LoginAttempts(() => 1_000_000)
  const refused = () => Promise.reject(unavailable('Too many log-ins at once.', 5))
  for (let index = 0; index < 30; index++) {
    await expect(logins.attempt('10.0.0.1', 'anna', refused)).rejects.toThrow('Too many log-ins')
  }
  const guess = () => tries(logins, '10.0.0.1', 'anna')
  expect(await countLetThrough(12, guess)).toBe(10)
})
