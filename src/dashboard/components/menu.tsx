import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface MenuProps {
  /** What the button shows. */
  face: ComponentChildren
  /** What the button is called, where its face does not say it. */
  label?: string
  class?: string
  /** At which end of the button the list opens. */
  end?: boolean
  /** The list; a click on a link or on anything with `data-closes` closes it, and so does a form. */
  children: ComponentChildren
}

const choices = 'a[href], button:not(:disabled), input, select'

/** A button that opens a list. Arrow keys move in it; Escape, Tab or a click elsewhere close it. */
export function Menu({ face, label, class: more = '', end = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // At once, or the next key would still go to the button.
  useLayoutEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>(`.menu-list :is(${choices})`)?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || (event.target as Element).matches('select, input[type="date"]')) return
    event.preventDefault()
    if (!isOpen) return setOpen(true)
    const found = [
      ...(root.current?.querySelectorAll<HTMLElement>(`.menu-list :is(${choices})`) ?? []),
    ]
    const index = found.indexOf(document.activeElement as HTMLElement)
    found[(index + step + found.length) % found.length]?.focus()
  }
  const leave = (event: FocusEvent) => {
    const next = event.relatedTarget as Node | null
    if (next && !root.current?.contains(next)) setOpen(false)
  }
  const closeAfterChoice = (event: Event) => {
    if ((event.target as Element).closest('[data-closes], a[href]')) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys move the focus between the controls inside.
    <div class={`menu ${more}`} ref={root} onKeyDown={move} onFocusOut={leave}>
      <button
        type="button"
        class="button menu-button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
        <Icon name="down" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the click is one on a control inside.
        // biome-ignore lint/a11y/useKeyWithClickEvents: controls turn keys into clicks.
        <div
          class={`menu-list ${end ? 'menu-end' : ''}`}
          id={id}
          onClick={closeAfterChoice}
          onSubmit={close}
        >
          {children}
        </div>
      )}
    </div>
  )
}

interface MenuChoiceProps {
  isChosen?: boolean
  onChoose: () => void
  children: ComponentChildren
}

/** A line of a menu that does something. */
export function MenuChoice({ isChosen = false, onChoose, children }: MenuChoiceProps) {
  return (
    <button
      type="button"
      class="menu-choice"
      data-closes
      aria-pressed={isChosen || undefined}
      onClick={onChoose}
    >
      <span>{children}</span>
      {isChosen && <Icon name="check" />}
    </button>
  )
}
