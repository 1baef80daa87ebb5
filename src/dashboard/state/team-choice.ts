// The team whose things are shown, as the address names it.

import { usePageLocation } from './location.ts'

/** The id of the team; `null` for the reader's own things. */
export const useTeam = (): string | null => usePageLocation().query.get('team')

/** A path of the main menu that keeps the chosen team. */
export const withTeam = (path: string, team: string | null): string =>
  team ? `${path}?team=${encodeURIComponent(team)}` : path
