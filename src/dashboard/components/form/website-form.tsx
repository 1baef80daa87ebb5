import { useState } from 'preact/hooks'
import { clearAnswers } from '../../state/answer.ts'
import { ask } from '../../state/api.ts'
import { t } from '../../text/messages.ts'
import { invalidDomain, isDomain, readDomain } from './domain.ts'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'

export interface NewWebsite {
  id: string
  name: string
}

interface WebsiteFormProps {
  /** The team that is to own it. */
  teamId: string | null
  onAdded: (website: NewWebsite) => void
  onCancel?: () => void
}

/** Adds a website. */
export function WebsiteForm({ teamId, onAdded, onCancel }: WebsiteFormProps) {
  const [name, setName] = useState('')
  const [domain, setDomain] = useState('')
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const add = async () => {
    if (!isDomain(readDomain(domain))) return invalidDomain
    const body = {
      name: name.trim() || readDomain(domain),
      domain: readDomain(domain),
      ...(teamId ? { teamId } : {}),
    }
    const answer = await ask<NewWebsite>('/api/websites', { body })
    if (answer.ok) {
      clearAnswers()
      onAdded(answer.value)
    }
    return answer
  }
  return (
    <Form
      submit={t('firstSteps.addButton')}
      onSubmit={add}
      onProblem={({ fields }) => setWrong(fields)}
      isDisabled={readDomain(domain) === ''}
      {...(onCancel ? { onCancel, cancel: t('cancel') } : {})}
    >
      <TextField
        label={t('name')}
        hint={t('firstSteps.nameHint')}
        error={wrong.name}
        value={name}
        onChange={setName}
        isFirst
        input={{ maxLength: 100, autocomplete: 'off' }}
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
