import { visible } from '../text/user-text.ts'

interface RecordedProps {
  text: string | null | undefined
  class?: string
  /** Also says it whole to the pointer, where it may be cut. */
  isCut?: boolean
}

/** Recorded text, or a name that somebody gave: in a direction of its own, with nothing unseen. */
export function UserText({ text, class: name, isCut = false }: RecordedProps) {
  if (!text) return null
  const shown = visible(text)
  return (
    <bdi class={name} title={isCut ? shown : undefined}>
      {shown}
    </bdi>
  )
}
