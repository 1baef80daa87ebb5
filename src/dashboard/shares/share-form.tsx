import { useState } from 'preact/hooks'
import { openSections, type Section } from '../../access/sections.ts'
import { SwitchField, TextField } from '../components/form/field.tsx'
import { Form } from '../components/form/form.tsx'
import { toast } from '../components/toast.tsx'
import { refreshAnswers } from '../state/answer.ts'
import { ask } from '../state/api.ts'
import { t } from '../text/messages.ts'
import { refusalText } from '../text/refusals.ts'
import { randomSlug, slugAddress } from '../text/slugs.ts'
import { offeredSections, type Share, type Shared, sectionName, shareTypes } from './share.ts'

interface ShareFormProps {
  shared: Shared
  /** The share page to change; without one a new page is made. */
  share?: Share
  onDone: () => void
  onCancel: () => void
}

/** Creates or changes a share page. */
export function ShareForm({ shared, share, onDone, onCancel }: ShareFormProps) {
  const offered = offeredSections(shared.kind)
  const [name, setName] = useState(share?.name ?? shared.name)
  const [slug, setSlug] = useState(() => share?.slug ?? randomSlug(16))
  const [open, setOpen] = useState<readonly Section[]>(() =>
    share ? (openSections(share.parameters) ?? offered) : ['overview'],
  )
  const [mayFilter, setMayFilter] = useState(share?.parameters.allowFilter !== false)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = async () => {
    const parameters = {
      ...share?.parameters,
      ...Object.fromEntries(offered.map((section) => [section, open.includes(section)])),
      allowFilter: mayFilter,
    }
    const fields = { name: name.trim(), slug: slug.trim(), parameters }
    const answer = share
      ? await ask(`/api/share/id/${share.id}`, { body: fields })
      : await ask('/api/share', {
          body: { ...fields, entityId: shared.id, shareType: shareTypes[shared.kind] },
        })
    if (answer.ok) {
      refreshAnswers()
      toast(t('saved'))
      onDone()
    }
    return answer
  }
  return (
    <Form
      submit={t(share ? 'save' : 'shares.add')}
      onSubmit={save}
      onProblem={({ fields }) => setWrong(fields)}
      explain={refusalText}
      onCancel={onCancel}
      cancel={t('cancel')}
      isDisabled={!open.some((section) => offered.includes(section))}
    >
      <TextField
        label={t('name')}
        hint={t('shares.nameHint')}
        error={wrong.name}
        value={name}
        onChange={setName}
        input={{ maxLength: 200, required: true, autocomplete: 'off' }}
      />
      <TextField
        label={t('slug')}
        hint={t('slug.hint', { address: slugAddress('share', slug) })}
        error={wrong.slug}
        value={slug}
        onChange={setSlug}
        input={{
          maxLength: 100,
          required: true,
          autocomplete: 'off',
          autocapitalize: 'none',
          spellcheck: false,
          dir: 'ltr',
        }}
      />
      <fieldset class="section-choices">
        <legend>{t('shares.sections')}</legend>
        {shared.kind !== 'board' && <p class="hint">{t('shares.sectionsHint')}</p>}
        {offered.map((section) => (
          <SwitchField
            key={section}
            label={sectionName(section)}
            isOn={open.includes(section)}
            onChange={(isOn) =>
              setOpen(isOn ? [...open, section] : open.filter((one) => one !== section))
            }
          />
        ))}
      </fieldset>
      {shared.kind !== 'board' && (
        <SwitchField
          label={t('shares.mayFilter')}
          hint={t('shares.mayFilterHint')}
          isOn={mayFilter}
          onChange={setMayFilter}
        />
      )}
    </Form>
  )
}
