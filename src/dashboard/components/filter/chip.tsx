import { isolated, t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'
import { UserText } from '../user-text.tsx'

interface ChipProps {
  /** The last is the value. */
  words: string[]
  onEdit?: () => void
  onRemove: () => void
}

/** A filter in force, which can be changed and removed. */
export function Chip({ words, onEdit, onRemove }: ChipProps) {
  const value = words.at(-1) ?? ''
  const before = words.slice(0, -1).join(' ')
  const whole = `${before} ${isolated(value)}`
  const text = (
    <>
      {before}{' '}
      <strong>
        <UserText text={value} />
      </strong>
    </>
  )
  return (
    <span class="chip">
      {onEdit ? (
        <button type="button" class="chip-text" onClick={onEdit} title={whole}>
          {text}
        </button>
      ) : (
        <span class="chip-text" title={whole}>
          {text}
        </span>
      )}
      <button
        type="button"
        class="chip-remove"
        aria-label={t('filters.remove', { filter: whole })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </span>
  )
}
