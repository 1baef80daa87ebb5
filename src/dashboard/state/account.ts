// Who is logged in.

import { clearAnswers } from './answer.ts'
import { type Answer, ask, hasToken, keepToken, leaveToLogin } from './api.ts'
import { signal } from './signal.ts'

export interface Account {
  id: string
  username: string
  role: 'admin' | 'user' | 'view-only'
  isAdmin: boolean
  teams: { id: string; name: string }[]
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
  if (answer.ok) account.write(answer.value)
  else if (!hasToken()) account.write(null)
  return answer
}

export async function logIn(username: string, password: string): Promise<Answer<unknown>> {
  const body = { username, password }
  const answer = await ask<{ token: string; user: Account }>('/api/auth/login', { body })
  if (answer.ok) {
    clearAnswers()
    keepToken(answer.value.token)
    account.write(answer.value.user)
  }
  return answer
}

/** Ends the token here even when the server cannot be reached to end it there. */
export async function logOut(): Promise<void> {
  await ask('/api/auth/logout', { method: 'POST' })
  keepToken(null)
  clearAnswers()
  account.write(null)
  leaveToLogin()
}
