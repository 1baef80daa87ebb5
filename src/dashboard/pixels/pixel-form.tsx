import { useState } from 'preact/hooks'
import { TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { randomSlug, slugAddress } from '../text/slugs.ts'

/** A tracking pixel as the server sends it. */
export interface Pixel {
  id: string
  name: string
  slug: string
}

interface PixelFormProps {
  /** The pixel to change; without one a new pixel is made. */
  pixel?: Pixel
  /** The team that is to own a new one. */
  teamId?: string | null
  onDone: () => void
  onCancel?: () => void
}

/** Creates or changes a tracking pixel. */
export function PixelForm({ pixel, teamId, onDone, onCancel }: PixelFormProps) {
  const [name, setName] = useState(pixel?.name ?? '')
  const [slug, setSlug] = useState(() => pixel?.slug ?? randomSlug())
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const fields = { name: name.trim(), slug: slug.trim() }
    const body = teamId ? { ...fields, teamId } : fields
    const answer = await ask(pixel ? `/api/pixels/${pixel.id}` : '/api/pixels', { body })
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
      submit={t(pixel ? 'save' : 'pixels.add')}
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
        label={t('slug')}
        hint={t('slug.hint', { address: slugAddress('pixel', slug) })}
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
