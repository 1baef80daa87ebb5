import type { Running } from './process.ts'

/** All page views of a website, as a running server answers them. */
export async function toViews(server: Running, website: string): Promise<number> {
  const range = `startAt=0&endAt=${Date.now() + 60_000}`
  const { pageviews } = await server.ask<{ pageviews: number }>(
    `/api/websites/${website}/stats?${range}`,
    await server.login(),
  )
  return pageviews
}
