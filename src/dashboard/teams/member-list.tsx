import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../components/form/confirm-dialog.tsx'
import { Dialog } from '../components/form/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Listing } from '../components/list/listing.tsx'
import { Row } from '../components/list/row.tsx'
import { toast } from '../components/toast.tsx'
import type { Account } from '../state/account.ts'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { type Member, type MemberRole, memberRoles, type Team } from '../state/team.ts'
import { isolated, t } from '../text/messages.ts'
import { problemText } from '../text/problems.ts'
import { refusalText } from '../text/refusals.ts'
import { teamRoleName } from '../text/roles.ts'
import { AddMemberForm } from './add-member-form.tsx'

interface MemberListProps {
  team: Team
  who: Account
  /** Whether the reader may change members. */
  isManager: boolean
}

/** Who is in a team, and in which role. */
export function MemberList({ team, who, isManager }: MemberListProps) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Member | null>(null)
  const path = `/api/teams/${team.id}/users`
  const remove = async (member: Member) => {
    const answer = await ask(`${path}/${member.userId}`, { method: 'DELETE' })
    if (answer.ok) refreshAnswers()
    return answer
  }
  return (
    <>
      <Listing<Member>
        path={path}
        search={t('members.search')}
        action={
          // Others cannot list users: they give away the access code.
          who.isAdmin && (
            <button type="button" class="button button-main" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('members.add')}
            </button>
          )
        }
        empty={t('members.empty')}
        row={(member) => {
          const isFixed = !isManager || member.role === 'team-owner' || member.userId === who.id
          return (
            <Row
              key={member.userId}
              name={member.user.username}
              fact={
                isFixed ? (
                  <span class="badge">{teamRoleName(member.role)}</span>
                ) : (
                  <RoleChoice member={member} path={path} />
                )
              }
              actions={
                !isFixed && (
                  <button type="button" class="button" onClick={() => setRemoved(member)}>
                    {t('remove')}
                  </button>
                )
              }
            />
          )
        }}
      />
      {isManager && <p class="hint">{t('members.codeHint')}</p>}
      {isAdding && (
        <Dialog title={t('members.add')} onClose={() => setAdding(false)}>
          <AddMemberForm team={team} onDone={() => setAdding(false)} />
        </Dialog>
      )}
      {removed && (
        <ConfirmDialog
          title={t('members.removeTitle', { name: isolated(removed.user.username) })}
          name={removed.user.username}
          deed={t('remove')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          <p>{t('members.removeText', { team: isolated(team.name) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Chooses the role of a member, in force at once. */
function RoleChoice({ member, path }: { member: Member; path: string }) {
  const choose = async (role: MemberRole) => {
    const answer = await ask(`${path}/${member.userId}`, { body: { role } })
    toast(answer.ok ? t('saved') : (refusalText(answer.problem) ?? problemText(answer.problem)))
    refreshAnswers()
  }
  return (
    <select
      aria-label={t('members.role', { name: isolated(member.user.username) })}
      value={member.role}
      onChange={(event) => choose(event.currentTarget.value as MemberRole)}
    >
      {memberRoles.map((role) => (
        <option key={role} value={role}>
          {teamRoleName(role)}
        </option>
      ))}
    </select>
  )
}
