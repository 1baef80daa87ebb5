import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  title?: string | undefined
  /** After the title, at the end of its line. */
  actions?: ComponentChildren
  /** Spans the whole width of a grid of panels. */
  isWide?: boolean
  class?: string
  children: ComponentChildren
}

/** A framed part of a page, with a heading. */
export function Panel({ title, actions, isWide = false, class: more = '', children }: PanelProps) {
  const id = useId()
  return (
    <section
      class={`panel ${isWide ? 'panel-wide' : ''} ${more}`}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <header class="panel-head">
          {title && <h2 id={id}>{title}</h2>}
          {actions && <div class="panel-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
