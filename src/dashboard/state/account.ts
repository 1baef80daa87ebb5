// Who is logged in.

import { clearAnswers, refreshAnswers } from './answer.ts'
import { type Answer, ask, hasToken, keepToken, leaveToLogin, setUpRequired } from './api.ts'
import { signal } from './signal.ts'

export interface Account {
  id: string
  username: string
  role: 'admin' | 'user' | 'view-only'
  isAdmin: boolean
  teams: { id: string; name: string }[]
  twoFactorSetupRequired: boolean
}

/** `undefined` until it is known. */
export const account = signal<Account | null | undefined>(undefined)

/** Loads the account of the stored token; without a token, or with an ended one, shows the log-in page. */
export async function findAccount(): Promise<Answer<Account> | null> {
  if (!hasToken()) {
    account.write(null)
    leaveToLogin()
    return null
  }
  const answer = await ask<Account>('/api/auth/verify', { method: 'POST' })
  if (answer.ok) showAccount(answer.value)
  else if (!hasToken()) account.write(null)
  return answer
}

interface LoggedIn {
  token: string
  user: Account
}

/** A log-in that lacks the second factor. */
export interface HalfLoggedIn {
  partialToken: string
}

export async function logIn(
  username: string,
  password: string,
): Promise<Answer<LoggedIn | HalfLoggedIn>> {
  const body = { username, password }
  const answer = await ask<LoggedIn | HalfLoggedIn>('/api/auth/login', { body })
  if (answer.ok && 'token' in answer.value) keepLogIn(answer.value)
  return answer
}

/** The second step of a log-in. */
export async function finishLogIn(
  partialToken: string,
  proof: { token: string } | { backupCode: string },
): Promise<Answer<LoggedIn>> {
  const answer = await ask<LoggedIn>('/api/2fa/verify', { body: proof, bearer: partialToken })
  if (answer.ok) keepLogIn(answer.value)
  return answer
}

function keepLogIn({ token, user }: LoggedIn): void {
  clearAnswers()
  keepToken(token)
  showAccount(user)
}

function showAccount(user: Account): void {
  setUpRequired.write(user.twoFactorSetupRequired)
  account.write(user)
}

/** After a required second factor was set up: everything is open. */
export function endSetUp(): void {
  setUpRequired.write(false)
  refreshAnswers()
}

/** Ends the token here even when the server cannot be reached to end it there. */
export async function logOut(): Promise<void> {
  await ask('/api/auth/logout', { method: 'POST' })
  leaveAccount()
}

/** Shows the log-in page, to log in again. */
export function leaveAccount(): void {
  keepToken(null)
  clearAnswers()
  setUpRequired.write(false)
  account.write(null)
  leaveToLogin()
}
