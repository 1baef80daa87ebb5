import type { ComponentChildren, ComponentProps, LooseInputHTMLAttributes } from 'preact'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { InvalidFields } from './invalid-fields.ts'

interface Labelled {
  label: string
  /** Below the field. */
  hint?: string
  /** What is wrong with it. */
  error?: string | undefined
}

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: Labelled & { id: string; children: ComponentChildren }) {
  return (
    <div class={`field ${error ? 'field-wrong' : ''}`}>
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, { hint, error }: Labelled) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

interface TextFieldProps extends Labelled {
  value: string
  onChange: (value: string) => void
  input?: Omit<LooseInputHTMLAttributes, 'value' | 'id'> & { list?: string }
  /** Takes the focus when it appears: the first field of a page. */
  isFirst?: boolean
}

/** A line of text with its label. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, input = {}, isFirst = false, ...given } = props
  const id = useId()
  const invalid = useContext(InvalidFields)[id]
  const labelled = { ...given, error: given.error ?? invalid }
  const [isReadable, setReadable] = useState(false)
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) element.current?.focus()
  }, [isFirst])
  const isSecret = input.type === 'password'
  // Which attributes a type of input takes is left to those who choose the type.
  const type = isSecret && isReadable ? 'text' : (input.type ?? 'text')
  const own = { ...input, type } as ComponentProps<'input'>
  return (
    <Frame id={id} {...labelled}>
      <input
        {...own}
        ref={element}
        id={id}
        value={value}
        aria-invalid={Boolean(labelled.error)}
        aria-describedby={describedBy(id, labelled)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {isSecret && (
        <button
          type="button"
          class="button-bare field-reveal"
          aria-controls={id}
          onClick={() => setReadable(!isReadable)}
        >
          {t(isReadable ? 'password.hide' : 'password.show')}
        </button>
      )}
    </Frame>
  )
}

interface ChoiceFieldProps<Id extends string> extends Labelled {
  value: Id
  choices: readonly { id: Id; label: string }[]
  onChange: (value: Id) => void
}

/** A choice of one of several, with its label. */
export function ChoiceField<Id extends string>({
  value,
  choices,
  onChange,
  ...labelled
}: ChoiceFieldProps<Id>) {
  const id = useId()
  return (
    <Frame id={id} {...labelled}>
      <select
        id={id}
        value={value}
        aria-invalid={Boolean(labelled.error)}
        aria-describedby={describedBy(id, labelled)}
        onChange={(event) => onChange(event.currentTarget.value as Id)}
      >
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

interface SwitchFieldProps {
  label: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Something that is on or off. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <div class="field field-switch">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
