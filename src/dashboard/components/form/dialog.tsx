import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'

interface DialogProps {
  title: string
  /**
   * Called by Escape, the cross and a click outside of it; `null` for a dialog that shows what is
   * never shown again, which a button of its own closes.
   */
  onClose: (() => void) | null
  isWide?: boolean
  children: ComponentChildren
}

/** A window over the page: it keeps the focus, and gives it back when it closes. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const focused = document.activeElement as HTMLElement | null
    element?.showModal()
    // Else the cross would have the focus, which comes first.
    const field = element?.querySelector<HTMLInputElement>('input, select, textarea')
    // In a filled search Escape would clear it instead of closing the dialog.
    const isFilledSearch = field?.type === 'search' && field.value !== ''
    if (!isFilledSearch) field?.focus()
    return () => {
      element?.close()
      focused?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide ? 'dialog-wide' : ''}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // A second Escape in a row closes although the first was prevented.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          {onClose && (
            <button type="button" class="button-bare" aria-label={t('close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
