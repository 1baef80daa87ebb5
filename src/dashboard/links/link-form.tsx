import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { randomSlug, slugAddress } from '../text/slugs.ts'

/** A short link as the server sends it. */
export interface Link {
  id: string
  name: string
  url: string
  slug: string
}

interface LinkFormProps {
  /** The link to change; without one a new link is made. */
  link?: Link
  /** The team that is to own a new one. */
  teamId?: string | null
  onDone: () => void
  onCancel?: () => void
}

/** Creates or changes a short link. */
export function LinkForm({ link, teamId, onDone, onCancel }: LinkFormProps) {
  const [name, setName] = useState(link?.name ?? '')
  const [url, setUrl] = useState(link?.url ?? 'https://')
  const [slug, setSlug] = useState(() => link?.slug ?? randomSlug())
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const fields = { name: name.trim(), url: url.trim(), slug: slug.trim() }
    const body = teamId ? { ...fields, teamId } : fields
    const answer = await ask(link ? `/api/links/${link.id}` : '/api/links', { body })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      setWrong({})
      onDone()
    }
    return answer
  }
  return (
    <Form
      submit={t(link ? 'save' : 'links.add')}
      onSubmit={save}
      onProblem={({ fields }) => setWrong(fields)}
      explain={refusalText}
      {...(onCancel ? { onCancel, cancel: t('cancel') } : {})}
    >
      <TextField
        label={t('name')}
        error={wrong.name}
        value={name}
        onChange={setName}
        input={{ maxLength: 100, required: true, autocomplete: 'off' }}
      />
      <TextField
        label={t('links.url')}
        hint={t('links.urlHint')}
        error={wrong.url}
        value={url}
        onChange={setUrl}
        input={{ type: 'url', maxLength: 500, required: true, dir: 'ltr' }}
      />
      <TextField
        label={t('slug')}
        hint={t('slug.hint', { address: slugAddress('link', slug) })}
        error={wrong.slug}
        value={slug}
        onChange={setSlug}
        input={{
          minLength: 8,
          maxLength: 100,
          required: true,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: false,
          dir: 'ltr',
        }}
      />
    </Form>
  )
}
