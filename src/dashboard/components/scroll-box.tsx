import type { ComponentChildren } from 'preact'

interface ScrollBoxProps {
  label: string
  children: ComponentChildren
}

/** Something too wide for small screens: it scrolls sideways by itself. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys could not scroll it.
    <section class="scroll-x" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
