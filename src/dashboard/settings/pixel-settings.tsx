import { AsyncView } from '../components/async-view.tsx'
import { CopyLine } from '../components/form/copy-line.tsx'
import { Panel } from '../components/panel.tsx'
import { type Pixel, PixelForm } from '../pixels/pixel-form.tsx'
import { useAnswer } from '../state/answer.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { slugAddress } from '../text/slugs.ts'
import { RemovePanel } from './remove-panel.tsx'

/** Name and address of a pixel, and its end. */
export function PixelSettings({ id }: { id: string }) {
  const path = `/api/pixels/${id}`
  const pixel = useAnswer<Pixel>(path)
  const { mayChange } = useTarget()
  return (
    <AsyncView answer={pixel} rows={6}>
      {(value) => (
        <>
          <Panel title={t('pixels.tag')}>
            <p class="panel-text">{t('pixels.tagText')}</p>
            <CopyLine
              text={`<img src="${slugAddress('pixel', value.slug)}" alt="" width="1" height="1">`}
            />
          </Panel>
          {mayChange && (
            <>
              <Panel title={t('settings.details')}>
                <PixelForm pixel={value} onDone={() => undefined} />
              </Panel>
              <RemovePanel name={value.name} path={path} next="/pixels">
                <p>{t('pixels.removeText')}</p>
              </RemovePanel>
            </>
          )}
        </>
      )}
    </AsyncView>
  )
}
