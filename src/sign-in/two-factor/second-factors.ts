// The second factors of users: setting up, checking at a log-in, and removing.

import type { User } from '../../access/user.ts'
import type { Entities } from '../../db/sqlite/entities.ts'
import { AppError } from '../../errors.ts'
import { instantText } from '../../http/answers.ts'
import { Rate } from '../../http/limits.ts'
import { minuteMs } from '../../time/durations.ts'
import { openRequirements, type Requirement } from '../requirement.ts'
import { createBackupCodes, hashBackupCode } from './backup-codes.ts'
import { openSecretBox } from './secret-box.ts'
import {
  beginFactor,
  confirmFactor,
  countBackupCodes,
  type Factor,
  findFactor,
  noteStep,
  removeFactor,
  useBackupCode,
} from './store.ts'
import { createSecret, findStep, otpAddress } from './totp.ts'

/** What the user shows: a token of the authenticator, or a backup code. */
export type Proof = { token: string } | { backupCode: string }

/** What was removed with a factor, as counts. */
export interface Removed {
  twoFactorAuth: number
  backupCodes: number
  otpUsed: number
  rateLimit: number
}

export class SecondFactors {
  private readonly box
  /** Asked at every request of a user: to prepare it takes longer than to answer it. */
  private readonly requirements
  /** Wrong proofs by user: of a million tokens three are right at any time. */
  private readonly failures

  constructor(
    private readonly db: Entities,
    private readonly instanceSecret: string,
    private readonly now: () => number,
  ) {
    this.box = openSecretBox(instanceSecret)
    this.requirements = openRequirements(db)
    this.failures = new Rate(5, 3 * minuteMs, now)
  }

  isEnabled(userId: string): boolean {
    return (findFactor(this.db, userId)?.confirmedAt ?? null) !== null
  }

  /** Whether a user has a second factor, and whether they must. */
  findRequirement(userId: string): Requirement {
    return this.requirements.find(userId)
  }

  /** Whether the user may do nothing else before they have set up a second factor. */
  mustSetUp(user: User): boolean {
    const { isEnabled, reason } = this.findRequirement(user.id)
    return !isEnabled && reason !== null
  }

  /** To be called before the database is closed. */
  close(): void {
    this.requirements.close()
  }

  /** Begins the set-up: the secret for the authenticator. Throws 400 when the user has a factor. */
  begin(user: User): { secret: string; address: string } {
    if (this.isEnabled(user.id)) throw alreadyEnabled()
    const secret = createSecret()
    const sealed = this.box.seal(secret, user.id)
    beginFactor(this.db, { userId: user.id, secret: sealed }, this.now())
    return { secret, address: otpAddress(secret, user.username) }
  }

  /**
   * Ends the set-up by a first token, and with it all log-ins of the user; gives the backup codes.
   * Throws 400 or 429.
   */
  confirm(userId: string, token: string): string[] {
    const factor = findFactor(this.db, userId)
    if (!factor) throw refuse('Begin the set-up first.', 'not-begun')
    if (factor.confirmedAt !== null) throw alreadyEnabled()
    const step = this.limited(userId, () => this.findStep(factor, token))
    const codes = createBackupCodes()
    const codeHashes = codes.map((code) => this.hash(userId, code))
    confirmFactor(this.db, { userId, step, codeHashes }, this.now())
    return codes
  }

  /** Leaves a set-up that was not confirmed; a factor that is in use stays. */
  cancel(userId: string): void {
    if (!this.isEnabled(userId)) removeFactor(this.db, userId)
  }

  /** Takes a proof, which counts once. Throws 400 for a wrong or used one, 429 after too many. */
  prove(userId: string, proof: Proof): void {
    const factor = findFactor(this.db, userId)
    if (!factor || factor.confirmedAt === null) {
      throw refuse('Two-factor log-in is not set up.', 'not-enabled')
    }
    this.limited(userId, () => {
      if ('token' in proof) {
        noteStep(this.db, userId, this.findStep(factor, proof.token))
      } else if (!useBackupCode(this.db, userId, this.hash(userId, proof.backupCode))) {
        throw new WrongProof(
          'This backup code is wrong or was used already.',
          'invalid-backup-code',
        )
      }
    })
  }

  /** Removes the user's factor with all that belongs to it. */
  remove(userId: string): Removed {
    const factor = findFactor(this.db, userId)
    const removed = {
      twoFactorAuth: factor ? 1 : 0,
      backupCodes: countBackupCodes(this.db, userId),
      otpUsed: factor?.lastStep == null ? 0 : 1,
      rateLimit: this.failures.clear(userId) ? 1 : 0,
    }
    removeFactor(this.db, userId)
    return removed
  }

  private hash(userId: string, code: string): string {
    return hashBackupCode(this.instanceSecret, userId, code)
  }

  /** The step of a token that is right and was not used yet, nor one after it. */
  private findStep({ userId, secret: sealed, lastStep }: Factor, token: string): number {
    const secret = this.box.open(sealed, userId)
    if (secret === null) {
      throw refuse(
        'The second factor cannot be read: the secret of this instance has changed. An administrator can reset it.',
        'unreadable',
      )
    }
    const step = findStep(secret, token, this.now())
    if (step === null) throw new WrongProof('This token is wrong.', 'invalid-code')
    if (lastStep !== null && step <= lastStep) {
      throw refuse('This token was used already; wait for the next one.', 'code-used')
    }
    return step
  }

  /** Does what throws WrongProof for a wrong proof; throws 429 when there were too many of these. */
  private limited<Result>(userId: string, work: () => Result): Result {
    const waitMs = this.failures.waitMs(userId)
    if (waitMs > 0) throw locked(this.now() + waitMs, waitMs)
    try {
      return work()
    } catch (error) {
      if (error instanceof WrongProof) this.failures.take(userId)
      throw error
    }
  }
}

const code = (name: string): string => `two-factor-error-${name}`

const refuse = (message: string, name: string): AppError =>
  new AppError('bad-request', message, { code: code(name) })

const alreadyEnabled = (): AppError =>
  refuse('Two-factor log-in is set up already.', 'already-enabled')

const locked = (at: number, waitMs: number): AppError =>
  new AppError('too-many-requests', 'Too many wrong tokens; try again later.', {
    code: code('too-many-attempts'),
    details: { lockedUntil: instantText(at) },
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  })

/** A proof that counts as a guess. */
class WrongProof extends AppError {
  constructor(message: string, name: string) {
    super('bad-request', message, { code: code(name) })
  }
}
