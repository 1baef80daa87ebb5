import { useState } from 'preact/hooks'
import { AsyncView } from '../components/async-view.tsx'
import { invalidDomain, isDomain, readDomain } from '../components/form/domain.ts'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { TrackingTag } from '../components/form/tracking-tag.tsx'
import { Panel } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers, useAnswer } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { useManages } from '../state/permission.ts'
import { useTarget } from '../state/target.ts'
import { t } from '../text/messages.ts'
import { RemovePanel } from './remove-panel.tsx'
import { ResetPanel } from './reset-panel.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import type { Website } from './website.ts'

/** Name, domain and script tag of a website, its handing over, reset and end. */
export function WebsiteSettings({ id }: { id: string }) {
  const path = `/api/websites/${id}`
  const website = useAnswer<Website>(path)
  const { mayChange } = useTarget()
  const manages = useManages(website.value?.teamId ?? null)
  return (
    <AsyncView answer={website} rows={8}>
      {(value) => (
        <>
          {mayChange && (
            <Panel title={t('settings.details')}>
              <DetailsForm website={value} />
            </Panel>
          )}
          <Panel title={t('website.tag')}>
            <p class="panel-text">{t('firstSteps.tagText')}</p>
            <TrackingTag websiteId={id} />
            <p class="hint panel-text">{t('website.id', { id })}</p>
          </Panel>
          {mayChange && (
            <>
              <TransferPanel website={value} />
              {manages && (
                <>
                  <ResetPanel website={value} />
                  <RemovePanel name={value.name} path={path} next="/websites">
                    <p>{t('website.removeText')}</p>
                  </RemovePanel>
                </>
              )}
            </>
          )}
        </>
      )}
    </AsyncView>
  )
}

function DetailsForm({ website }: { website: Website }) {
  const [name, setName] = useState(website.name)
  const [domain, setDomain] = useState(website.domain ?? '')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const body = { name: name.trim(), domain: readDomain(domain) }
    if (!isDomain(body.domain)) return invalidDomain
    const answer = await ask(`/api/websites/${website.id}`, { body })
    if (answer.ok) {
      setWrong({})
      refreshAnswers()
      toast(t('saved'))
    }
    return answer
  }
  return (
    <Form
      submit={t('save')}
      onSubmit={save}
      onProblem={({ fields }) => setWrong(fields)}
      isDisabled={name.trim() === '' || domain.trim() === ''}
    >
      <TextField
        label={t('name')}
        error={wrong.name}
        value={name}
        onChange={setName}
        input={{ maxLength: 100, required: true, autocomplete: 'off' }}
      />
      <TextField
        label={t('domain')}
        hint={t('firstSteps.domainHint')}
        error={wrong.domain}
        value={domain}
        onChange={setDomain}
        input={{
          maxLength: 500,
          required: true,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: false,
          inputMode: 'url',
        }}
      />
    </Form>
  )
}
