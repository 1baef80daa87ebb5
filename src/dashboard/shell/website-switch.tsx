import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { SearchField } from '../components/form/search-field.tsx'
import { Menu } from '../components/menu.tsx'
import { UserText } from '../components/user-text.tsx'
import { useAnswer } from '../state/answer.ts'
import { toAddress, usePageLocation } from '../state/location.ts'
import { t } from '../text/messages.ts'

interface Row {
  id: string
  name: string
  domain: string | null
}

/** Goes from one website to the same page of another. */
export function WebsiteSwitch({ present }: { present: string }) {
  const { path } = usePageLocation()
  const [, , , ...below] = path.split('/')
  return (
    <Menu class="website-switch" face={null} label={t('website.switch')}>
      <WebsiteList present={present} below={below.join('/')} />
    </Menu>
  )
}

function WebsiteList({ present, below }: { present: string; below: string }) {
  const [search, setSearch] = useState('')
  const found = useAnswer<{ data: Row[] }>('/api/websites', {
    query: { includeTeams: true, search, pageSize: 12 },
  })
  return (
    <>
      <SearchField onSearch={setSearch} label={t('websites.search')} />
      <AsyncView answer={found} rows={4}>
        {({ data }) =>
          data.map(({ id, name, domain }) => (
            <a
              key={id}
              class="menu-choice"
              aria-current={id === present ? 'page' : undefined}
              href={toAddress(`/websites/${id}${below ? `/${below}` : ''}${location.search}`)}
            >
              <UserText text={name} />
              <UserText class="soft" text={domain} />
            </a>
          ))
        }
      </AsyncView>
    </>
  )
}
