import { AsyncView } from '../components/async-view.tsx'
import { CopyLine } from '../components/form/copy-line.tsx'
import { Panel } from '../components/panel.tsx'
import { type Link, LinkForm } from '../links/link-form.tsx'
import { useAnswer } from '../state/answer.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'
import { RemovePanel } from './remove-panel.tsx'

/** Name, destination and address of a short link, and its end. */
export function LinkSettings({ id }: { id: string }) {
  const path = `/api/links/${id}`
  const link = useAnswer<Link>(path)
  const { mayChange } = useTarget()
  return (
    <AsyncView answer={link} rows={6}>
      {(value) => (
        <>
          <Panel title={t('links.address')}>
            <p class="panel-text">{t('links.addressText')}</p>
            <CopyLine text={slugAddress('link', value.slug)} />
          </Panel>
          {mayChange && (
            <>
              <Panel title={t('settings.details')}>
                <LinkForm link={value} onDone={() => undefined} />
              </Panel>
              <RemovePanel name={value.name} path={path} next="/links">
                <p>{t('links.removeText')}</p>
              </RemovePanel>
            </>
          )}
        </>
      )}
    </AsyncView>
  )
}
