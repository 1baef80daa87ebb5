import { EmptyNote } from '../components/empty-note.tsx'
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

const shownRows = 6

/** The most frequent of counted values. */
export function CountList({ counts, label, count, name = (value) => value }: CountListProps) {
  const rows = Object.entries(counts)
    .sort(([one, ones], [other, others]) => others - ones || one.localeCompare(other))
    .slice(0, shownRows)
  const highest = rows[0]?.[1] ?? 1
  if (rows.length === 0) return <EmptyNote title={t('metric.empty')} />
  return (
    <table class="metric">
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="number">
            {count}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([value, number]) => (
          <tr key={value}>
            <th scope="row">
              <span class="metric-bar" style={{ inlineSize: `${(100 * number) / highest}%` }} />
              <UserText class="metric-name" text={name(value)} isCut />
            </th>
            <td class="number">{wholeNumber(number)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
