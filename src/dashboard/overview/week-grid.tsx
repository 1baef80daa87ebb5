import { AsyncView } from '../components/async-view.tsx'
import { ScrollBox } from '../components/list/scroll-box.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import type { View } from '../filters/view.ts'
import { useAnswer } from '../state/answer.ts'
import { statisticPath, useTarget } from '../state/target.ts'
import { hourName, weekdayName } from '../text/dates.ts'
import { t } from '../text/messages.ts'
import { wholeNumber } from '../text/numbers.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Visitors by hour of each weekday, darker for more. */
export function WeekGrid({ view }: { view: View }) {
  const target = useTarget()
  const week = useAnswer<number[][]>(statisticPath(target, 'sessions/weekly'), {
    query: view.query,
  })
  const days = Array.from({ length: 7 }, (_, day) => (day + view.present.firstDay) % 7)
  return (
    <AsyncView answer={week} outline={<Skeleton class="week-outline" />}>
      {(counts) => {
        const highest = Math.max(1, ...counts.flat())
        return (
          <ScrollBox label={t('panel.hours')}>
            <table class="week">
              <thead>
                <tr>
                  <td />
                  {hours.map((hour) => (
                    <th key={hour} scope="col">
                      <span class={hour % 3 === 0 ? '' : 'hidden'}>{hourName(hour)}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day}>
                    <th scope="row">{weekdayName(day, 'short')}</th>
                    {hours.map((hour) => {
                      const count = counts[day]?.[hour] ?? 0
                      const words = t('hours.cell', {
                        day: weekdayName(day, 'long'),
                        hour: hourName(hour),
                        count,
                      })
                      return (
                        <td key={hour} title={words}>
                          <span class="week-cell" style={{ '--share': toShare(count, highest) }}>
                            <span class="hidden">{wholeNumber(count)}</span>
                          </span>
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
            <p class="week-legend soft">
              {t('hours.fewer')}
              {[0, 25, 50, 75, 100].map((share) => (
                <span key={share} class="week-cell" style={{ '--share': `${share}%` }} />
              ))}
              {t('hours.more')}
            </p>
          </ScrollBox>
        )
      }}
    </AsyncView>
  )
}

/** Part of the full color; a single visitor can still be seen. */
const toShare = (count: number, highest: number): string =>
  count === 0 ? '0%' : `${Math.round(12 + 88 * (count / highest))}%`
