// API keys as the server describes them, in words.

import { dayName, momentName } from '../../text/dates.ts'
import { t } from '../../text/messages.ts'

export type Scope = 'full' | 'read-only'

export interface ApiKey {
  id: string
  name: string
  keyPrefix: string
  scope: Scope
  websiteIds: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
}

/** A key that was just made: it is shown now and never again. */
export interface NewApiKey extends ApiKey {
  key: string
}

export const scopeName = (scope: Scope): string =>
  t(scope === 'full' ? 'apiKeys.full' : 'apiKeys.readOnly')

/** What a key opens, and until when. */
export function limitsText({ scope, websiteIds, expiresAt }: ApiKey, now: number): string {
  const websites = websiteIds
    ? t('apiKeys.websiteCount', { count: websiteIds.length })
    : t('apiKeys.allWebsites')
  const end = expiresAt === null ? null : Date.parse(expiresAt)
  const ends =
    end === null
      ? t('apiKeys.neverEnds')
      : t(end <= now ? 'apiKeys.ended' : 'apiKeys.ends', { day: dayName(end) })
  return [scopeName(scope), websites, ends].join(' · ')
}

export const usageText = ({ lastUsedAt }: ApiKey): string =>
  lastUsedAt === null
    ? t('apiKeys.unused')
    : t('apiKeys.lastUsed', { time: momentName(Date.parse(lastUsedAt)) })
