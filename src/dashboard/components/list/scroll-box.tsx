import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface ScrollBoxProps {
  label: string
  children: ComponentChildren
}

/** Something too wide for small screens: it scrolls sideways by itself, and fades where it goes on. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState('')
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setMore(openSides(element))
    look()
    // A later frame: resizing while sizes are observed is reported as an error.
    const observer = new ResizeObserver(() => requestAnimationFrame(look))
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return (
    // A group and no section: panels are the landmarks, and often have the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not scroll it.
    <div class={`scroll-x ${more}`} role="group" aria-label={label} tabIndex={0} ref={box}>
      {children}
    </div>
  )
}

/** Classes for the sides at which something is out of sight. */
function openSides({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  // From right to left it counts downwards from zero.
  const before = Math.abs(scrollLeft)
  const after = scrollWidth - clientWidth - before
  return [before > 1 && 'scroll-before', after > 1 && 'scroll-after'].filter(Boolean).join(' ')
}
