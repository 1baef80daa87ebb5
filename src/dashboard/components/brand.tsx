import { toAddress } from '../state/location.ts'

/** The mark and name, which lead home. */
export function Brand() {
  return (
    <a class="brand" href={toAddress('/')}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect class="brand-ground" width="32" height="32" rx="8" />
        <rect class="brand-bar" x="7" y="17" width="4.5" height="8" rx="1.5" />
        <rect class="brand-bar" x="13.75" y="12" width="4.5" height="13" rx="1.5" />
        <rect class="brand-bar" x="20.5" y="7" width="4.5" height="18" rx="1.5" />
      </svg>
      <span>footfall</span>
    </a>
  )
}
