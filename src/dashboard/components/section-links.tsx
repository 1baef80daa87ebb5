import { toAddress, usePageLocation } from '../state/location.ts'

interface SectionLinksProps {
  /** What the pages have in common; read by screen readers. */
  label: string
  links: readonly { path: string; label: string }[]
}

/** Goes between pages that belong together. */
export function SectionLinks({ label, links }: SectionLinksProps) {
  const { path } = usePageLocation()
  return (
    <nav class="section-links" aria-label={label}>
      {links.map((link) => (
        <a
          key={link.path}
          href={toAddress(link.path)}
          aria-current={link.path === path ? 'page' : undefined}
        >
          {link.label}
        </a>
      ))}
    </nav>
  )
}
