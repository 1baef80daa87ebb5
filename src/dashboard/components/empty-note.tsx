import type { ComponentChildren } from 'preact'

interface EmptyNoteProps {
  title: string
  /** What to do about it. */
  children?: ComponentChildren
}

/** Says that there is nothing, and what to do about it. */
export function EmptyNote({ title, children }: EmptyNoteProps) {
  return (
    <div class="note">
      <p class="note-title">{title}</p>
      {children}
    </div>
  )
}
