// What addresses say of the campaign that they were part of: a column each, named like the parameter.

import { sql } from '../../db/sql.ts'

export const campaignColumns = {
  utm_source: sql`utm_source`,
  utm_medium: sql`utm_medium`,
  utm_campaign: sql`utm_campaign`,
  utm_term: sql`utm_term`,
  utm_content: sql`utm_content`,
}

export type CampaignParameter = keyof typeof campaignColumns
export const campaignParameters = Object.keys(campaignColumns) as CampaignParameter[]

/** Networks of advertisements by the id that each adds to the addresses of its clicks. */
export const clickIds = [
  { column: sql`gclid`, network: 'Google Ads' },
  { column: sql`fbclid`, network: 'Facebook / Meta' },
  { column: sql`msclkid`, network: 'Microsoft Ads' },
  { column: sql`ttclid`, network: 'TikTok Ads' },
  { column: sql`li_fat_id`, network: 'LinkedIn Ads' },
  { column: sql`twclid`, network: 'Twitter Ads (X)' },
]
