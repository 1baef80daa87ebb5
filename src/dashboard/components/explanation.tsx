import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../text/messages.ts'
import { Icon } from './icon.tsx'

interface ExplanationProps {
  /** What is explained. */
  name: string
  /** The sentence that explains it. */
  text: string
}

/** Pixels that stay free between the sentence and the edge of the window. */
const edge = 8

/**
 * A "?" that explains a name in a sentence: while a mouse is over it, or from a click, a tap or Enter
 * until the next one, Escape or a click elsewhere.
 */
export function Explanation({ name, text }: ExplanationProps) {
  const [shown, setShown] = useState<'no' | 'pointed' | 'pressed'>('no')
  const root = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const isOpen = shown !== 'no'
  useLayoutEffect(() => {
    const element = bubble.current
    if (!isOpen || !element) return
    // In the top layer nothing cuts it off: no table that scrolls, no dialog.
    element.showPopover()
    const follow = () => root.current && placeBelow(element, root.current)
    follow()
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', follow, { capture: true })
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setShown('no')
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      setShown('no')
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeByKey, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeByKey, { capture: true })
    }
  }, [isOpen])
  return (
    <span
      class="explanation"
      ref={root}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') setShown((old) => (old === 'no' ? 'pointed' : old))
      }}
      onPointerLeave={() => setShown((old) => (old === 'pointed' ? 'no' : old))}
    >
      <button
        type="button"
        class="explanation-button"
        aria-label={t('counted', { name })}
        aria-description={text}
        aria-expanded={isOpen}
        onClick={() => setShown(shown === 'pressed' ? 'no' : 'pressed')}
        onBlur={() => setShown('no')}
      >
        <Icon name="question" />
      </button>
      {isOpen && (
        <span class="explanation-text" role="tooltip" popover="manual" ref={bubble}>
          {text}
        </span>
      )}
    </span>
  )
}

/** Puts the sentence below the button, or above it where there is no room, within the window. */
function placeBelow(bubble: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const farthest = document.documentElement.clientWidth - edge - width
  const left = Math.max(edge, Math.min(farthest, at.left + at.width / 2 - width / 2))
  const fitsBelow = at.bottom + height + edge <= window.innerHeight
  bubble.style.left = `${left}px`
  bubble.style.top = `${fitsBelow ? at.bottom : at.top - height}px`
}
