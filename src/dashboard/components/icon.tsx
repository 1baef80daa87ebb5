// Small drawings that go with words; screen readers skip them.

const paths = {
  down: 'M4 6l4 4 4-4',
  next: 'M6 4l4 4-4 4',
  previous: 'M10 4L6 8l4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.7 10.7L14 14',
  filter: 'M2 4h12M4.5 8h7M7 12h2',
  compare: 'M2 5.5h10M9 2.5l3 3-3 3M14 10.5H4M7 7.5l-3 3 3 3',
  calendar: 'M3 4h10v9H3zM3 7h10M6 2.5V5M10 2.5V5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M6 3H3v3M10 3h3v3M6 13H3v-3M10 13h3v-3',
  up: 'M8 13V3M4 7l4-4 4 4',
  fall: 'M8 3v10M4 9l4 4 4-4',
  bars: 'M3 13V8M8 13V3M13 13V6',
  line: 'M2 11l4-4 3 3 5-6',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  save: 'M4 2.5h8V14l-4-3-4 3z',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  question:
    'M8 14.5A6.5 6.5 0 108 1.5a6.5 6.5 0 000 13zM6.2 6.3a1.8 1.8 0 113 1.3C8.5 8.1 8 8.5 8 9.3M8 11.6h.01',
  flag: 'M4 14V2.5h8L10 6l2 3.5H4',
  leave: 'M7 3h6v6M13 3L6 10M11 10v3H3V5h3',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
