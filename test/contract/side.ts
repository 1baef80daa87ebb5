export type Kind = 'website' | 'link' | 'pixel' | 'board'

/** The things of one owner: of the user `owner`, or of the team. */
export interface Side {
  name: 'own' | 'team'
  userId: string | null
  teamId: string | null
  createdBy: string
  website: string
  link: string
  pixel: string
  board: string
  segment: string
  report: string
  annotation: string
  /** A saved report of this type; `report` is a goal. */
  funnel: string
  /** Share pages by what they show, and one of the website that shows the overview only. */
  shares: Record<Kind | 'closed', string>
}
