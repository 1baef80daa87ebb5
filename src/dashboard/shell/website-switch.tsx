import { useState } from 'preact/hooks'
import { Menu } from '../components/menu.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Shown } from '../components/shown.tsx'
import { useAnswer } from '../state/answer.ts'
import { addressOf, usePlace } from '../state/location.ts'
import { t } from '../text/messages.ts'

interface Row {
  id: string
  name: string
  domain: string | null
}

/** Goes from one website to the same page of another. Only on pages of a website. */
export function WebsiteSwitch() {
  const { path } = usePlace()
  const [, root, id, ...below] = path.split('/')
  if (root !== 'websites' || !id) return null
  return (
    <Menu face={<span class="face">{t('website.switch')}</span>} end>
      <WebsiteList present={id} below={below.join('/')} />
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
      <Shown of={found} rows={4}>
        {({ data }) =>
          data.map(({ id, name, domain }) => (
            <a
              key={id}
              class="menu-choice"
              aria-current={id === present ? 'page' : undefined}
              href={addressOf(`/websites/${id}${below ? `/${below}` : ''}${location.search}`)}
            >
              <span>{name}</span>
              <span class="soft">{domain}</span>
            </a>
          ))
        }
      </Shown>
    </>
  )
}
