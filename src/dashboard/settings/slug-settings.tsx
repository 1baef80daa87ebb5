import { AsyncView } from '../components/async-view.tsx'
import { CopyLine } from '../components/form/copy-line.tsx'
import { Panel } from '../components/panel.tsx'
import { type SlugKind, type SlugTarget, slugKinds } from '../links/kinds.ts'
import { SlugForm } from '../links/slug-form.tsx'
import { useAnswer } from '../state/answer.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { RemovePanel } from './remove-panel.tsx'

/** Name and address of a short link or pixel, and its end. */
export function SlugSettings({ kind, id }: { kind: SlugKind; id: string }) {
  const { list, codeTitle, codeText, toCode } = slugKinds[kind]
  const path = `/api/${list}/${id}`
  const answer = useAnswer<SlugTarget>(path)
  const { mayChange } = useTarget()
  return (
    <AsyncView answer={answer} rows={6}>
      {(target) => (
        <>
          <Panel title={t(codeTitle)}>
            <p class="panel-text">{t(codeText)}</p>
            <CopyLine text={toCode(target.slug)} />
          </Panel>
          {mayChange && (
            <>
              <Panel title={t('settings.details')}>
                <SlugForm kind={kind} target={target} onDone={() => undefined} />
              </Panel>
              <RemovePanel name={target.name} path={path} next={`/${list}`}>
                <p>{t(`${list}.removeText`)}</p>
              </RemovePanel>
            </>
          )}
        </>
      )}
    </AsyncView>
  )
}
