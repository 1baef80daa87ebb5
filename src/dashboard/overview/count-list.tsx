import { EmptyNote } from '../components/empty-note.tsx'
import { BarRows } from '../components/metric/bar-rows.tsx'
import { UserText } from '../components/user-text.tsx'
import { t } from '../text/messages.ts'
import { wholeNumber } from '../text/numbers.ts'

interface CountListProps {
  counts: Record<string, number>
  /** Headings of the two columns. */
  label: string
  count: string
  name?: (value: string) => string
}

const mostRows = 6

/** The most frequent of counted values. */
export function CountList({ counts, label, count, name = (value) => value }: CountListProps) {
  const rows = Object.entries(counts)
    .sort(([one, ones], [other, others]) => others - ones || one.localeCompare(other))
    .slice(0, mostRows)
  if (rows.length === 0) return <EmptyNote title={t('metric.empty')} />
  return (
    <BarRows
      label={label}
      count={count}
      bars={rows.map(([value, number]) => ({
        key: value,
        name: <UserText class="metric-name" text={name(value)} isCut />,
        value: number,
        text: wholeNumber(number),
      }))}
    />
  )
}
