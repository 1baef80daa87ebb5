import { useState } from 'preact/hooks'
import { dayMs } from '../../../time/durations.ts'
import { ChoiceField, SwitchField, TextField } from '../../components/form/field.tsx'
import { Form } from '../../components/form/form.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Account } from '../../state/account.ts'
import { refreshAnswers } from '../../state/answer.ts'
import { ask } from '../../state/api.ts'
import { t } from '../../text/messages.ts'
import { refusalText } from '../../text/refusals.ts'
import { visible } from '../../text/user-text.ts'
import { type NewApiKey, type Scope, scopeName } from './api-key.ts'
import { useSeenWebsites } from './seen-websites.ts'

/** Days until a new key ends. */
const lifetimes = ['7', '30', '90', '365'] as const
type Lifetime = (typeof lifetimes)[number] | 'never'

interface KeyFormProps {
  who: Account
  onMade: (made: NewApiKey) => void
  onCancel: () => void
}

/** Makes an API key. */
export function KeyForm({ who, onMade, onCancel }: KeyFormProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('read-only')
  const [isBound, setBound] = useState(false)
  const [websiteIds, setWebsiteIds] = useState<readonly string[]>([])
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const make = async () => {
    const expiresAt =
      lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString()
    const answer = await ask<NewApiKey>('/api/me/api-keys', {
      body: { name: name.trim(), scope, websiteIds: isBound ? websiteIds : null, expiresAt },
    })
    if (answer.ok) {
      refreshAnswers()
      onMade(answer.value)
    }
    return answer
  }
  return (
    <Form
      submit={t('apiKeys.make')}
      onSubmit={make}
      onProblem={({ fields }) => setWrong(fields)}
      explain={refusalText}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={name.trim() === '' || (isBound && websiteIds.length === 0)}
    >
      <TextField
        label={t('name')}
        hint={t('apiKeys.nameHint')}
        error={wrong.name}
        value={name}
        onChange={setName}
        input={{ maxLength: 255, required: true, autocomplete: 'off' }}
      />
      <div class="form-row">
        <ChoiceField
          label={t('apiKeys.scope')}
          value={scope}
          choices={(['read-only', 'full'] as const).map((id) => ({ id, label: scopeName(id) }))}
          onChange={setScope}
        />
        <ChoiceField
          label={t('apiKeys.lifetime')}
          error={wrong.expiresAt}
          value={lifetime}
          choices={[
            ...lifetimes.map((id) => ({
              id,
              label: t('apiKeys.days', { count: Number(id) }),
            })),
            { id: 'never', label: t('apiKeys.neverEnds') },
          ]}
          onChange={setLifetime}
        />
      </div>
      <SwitchField
        label={t('apiKeys.bind')}
        hint={t('apiKeys.bindHint')}
        isOn={isBound}
        onChange={setBound}
      />
      {isBound && <WebsiteChoices who={who} chosen={websiteIds} onChoose={setWebsiteIds} />}
      {wrong.websiteIds && <p class="error">{wrong.websiteIds}</p>}
    </Form>
  )
}

interface WebsiteChoicesProps {
  who: Account
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

function WebsiteChoices({ who, chosen, onChoose }: WebsiteChoicesProps) {
  const websites = useSeenWebsites(who)
  if (!websites) return <Skeleton rows={3} />
  return (
    <fieldset class="section-choices">
      <legend>{t('websites')}</legend>
      {websites.length === 0 && <p class="hint">{t('apiKeys.noWebsite')}</p>}
      {websites.map(({ id, name }) => (
        <SwitchField
          key={id}
          label={visible(name)}
          isOn={chosen.includes(id)}
          onChange={(isOn) => onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}
