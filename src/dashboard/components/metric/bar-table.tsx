import { t } from '../../text/messages.ts'
import { wholeNumber } from '../../text/numbers.ts'
import { visible } from '../../text/user-text.ts'
import { EmptyNote } from '../empty-note.tsx'
import { FirstRows } from '../list/first-rows.tsx'
import { BarRows } from './bar-rows.tsx'

export interface NamedValue {
  key: string
  name: string
  value: number
  /** Where a click on the name leads. */
  href?: string
  /** Whether it is the chosen one. */
  isChosen?: boolean
}

interface BarTableProps {
  /** Headings of the two columns. */
  label: string
  count: string
  /** How the rows are counted. */
  explanation?: string | undefined
  /** The highest first. */
  rows: readonly NamedValue[]
  print?: (value: number) => string
  /** The whole that shares are parts of; without it there are no shares. */
  whole?: number
}

/** Names with a value, as bars: the first ones, and more at a click. */
export function BarTable(props: BarTableProps) {
  const { label, count, explanation, rows, print = wholeNumber, whole } = props
  if (rows.length === 0) return <EmptyNote title={t('metric.empty')} />
  return (
    <FirstRows rows={rows} first={8} further={20}>
      {(some) => (
        <BarRows
          label={label}
          count={count}
          explanation={explanation}
          highest={Math.max(...rows.map(({ value }) => value))}
          bars={some.map((row) => ({
            key: row.key,
            name: <BarName row={row} />,
            value: row.value,
            text: print(row.value),
          }))}
          whole={whole}
          isWide={print !== wholeNumber}
        />
      )}
    </FirstRows>
  )
}

function BarName({ row: { name, href, isChosen } }: { row: NamedValue }) {
  const text = visible(name)
  if (href === undefined) {
    return (
      <span class="metric-name" dir="auto" title={text}>
        {text}
      </span>
    )
  }
  return (
    <a
      class="metric-name"
      dir="auto"
      href={href}
      title={text}
      aria-current={isChosen ? 'true' : undefined}
    >
      {text}
    </a>
  )
}
