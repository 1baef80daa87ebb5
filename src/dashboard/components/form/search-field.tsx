import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'

interface SearchFieldProps {
  first?: string
  /** What is searched; read by screen readers. */
  label?: string
  /** Called when typing pauses. */
  onSearch: (text: string) => void
}

const pauseMs = 250

/** A field to search with. */
export function SearchField({ first = '', label = t('search'), onSearch }: SearchFieldProps) {
  const [text, setText] = useState(first)
  const reported = useRef(first)
  const id = useId()
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (text.trim() === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text.trim()
      latest.current(reported.current)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="search">
      <Icon name="search" />
      <label class="hidden" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  )
}
