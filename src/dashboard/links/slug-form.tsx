import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { randomSlug, slugAddress } from '../text/slugs.ts'
import { type SlugKind, type SlugTarget, slugKinds } from './kinds.ts'

interface SlugFormProps {
  kind: SlugKind
  /** The one to change; a new one without it. */
  target?: SlugTarget
  /** The team that is to own a new one. */
  teamId?: string | null
  onDone: () => void
  onCancel?: () => void
}

/** Creates or changes a short link or pixel. */
export function SlugForm({ kind, target, teamId, onDone, onCancel }: SlugFormProps) {
  const { list } = slugKinds[kind]
  const [name, setName] = useState(target?.name ?? '')
  const [url, setUrl] = useState(target?.url ?? 'https://')
  const [slug, setSlug] = useState(() => target?.slug ?? randomSlug())
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const body = {
      name: name.trim(),
      slug: slug.trim(),
      ...(kind === 'link' ? { url: url.trim() } : {}),
      ...(teamId ? { teamId } : {}),
    }
    const answer = await ask(target ? `/api/${list}/${target.id}` : `/api/${list}`, { body })
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
      submit={t(target ? 'save' : `${list}.add`)}
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
      {kind === 'link' && (
        <TextField
          label={t('links.url')}
          hint={t('links.urlHint')}
          error={wrong.url}
          value={url}
          onChange={setUrl}
          input={{ type: 'url', maxLength: 500, required: true, dir: 'ltr' }}
        />
      )}
      <TextField
        label={t('slug')}
        hint={t('slug.hint', { address: slugAddress(kind, slug) })}
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
