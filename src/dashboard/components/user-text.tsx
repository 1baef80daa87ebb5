import { visible } from '../text/user-text.ts'

interface UserTextProps {
  text: string | null | undefined
  class?: string
  /** Shows it whole to the pointer, for texts that may be cut. */
  isCut?: boolean
}

/** Text from visitors or users: in a direction of its own, with nothing unseen. */
export function UserText({ text, class: name, isCut = false }: UserTextProps) {
  if (!text) return null
  const visibleText = visible(text)
  return (
    <bdi class={name} title={isCut ? visibleText : undefined}>
      {visibleText}
    </bdi>
  )
}
