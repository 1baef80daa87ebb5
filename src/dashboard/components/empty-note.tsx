import type { ComponentChildren } from 'preact'

interface EmptyNoteProps {
  title: string
  /** Whether there is nothing else on the page, which needs a heading all the same. */
  isPage?: boolean
  /** What to do about it. */
  children?: ComponentChildren
}

/** Says that there is nothing, and what to do about it. */
export function EmptyNote({ title, isPage = false, children }: EmptyNoteProps) {
  return (
    <div class="note">
      {isPage ? <h1 class="note-title">{title}</h1> : <p class="note-title">{title}</p>}
      {children}
    </div>
  )
}
