import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { go } from '../state/location.ts'
import { t } from '../text/messages.ts'
import type { Board } from './board.ts'

interface BoardFormProps {
  /** The team that is to own it. */
  teamId: string | null
  onCancel: () => void
}

/** Creates an empty board and opens it for its first panels. */
export function BoardForm({ teamId, onCancel }: BoardFormProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const add = async () => {
    const fields = { type: 'mixed', name: name.trim(), description: description.trim() }
    const body = teamId ? { ...fields, teamId } : fields
    const answer = await ask<Board>('/api/boards', { body })
    if (answer.ok) {
      refreshAnswers()
      go(`/boards/${answer.value.id}/edit`)
    }
    return answer
  }
  return (
    <Form
      submit={t('boards.add')}
      onSubmit={add}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={name.trim() === ''}
    >
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        input={{ maxLength: 100, required: true, autocomplete: 'off' }}
      />
      <TextField
        label={t('description')}
        value={description}
        onChange={setDescription}
        input={{ maxLength: 500, autocomplete: 'off' }}
      />
    </Form>
  )
}
