import type { ListedTeam } from '../state/team.ts'
import { t } from '../text/messages.ts'

/** How many members and websites a team has. */
export const TeamCounts = ({ team: { _count } }: { team: ListedTeam }) => (
  <span class="soft">
    {t('teams.members', { count: _count.members })} ·{' '}
    {t('teams.websites', { count: _count.websites })}
  </span>
)
