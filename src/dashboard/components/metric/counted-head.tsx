import { useId } from 'preact/hooks'
import { t } from '../../text/messages.ts'
import { Explanation } from '../explanation.tsx'

/** Numbers that are explained wherever they are shown. */
export type Counted = 'visitors' | 'visits' | 'views' | 'bounceRate' | 'visitDuration'

/** How a number is counted. */
export const explain = (counted: Counted): string => t(`counted.${counted}`)

interface CountedHeadProps {
  label: string
  /** How its numbers are counted; `undefined` where that needs no words. */
  explanation: string | undefined
  isNumber?: boolean
}

/** The heading of a column, and how its values are counted. */
export function CountedHead({ label, explanation, isNumber = false }: CountedHeadProps) {
  const id = useId()
  const look = { scope: 'col', class: isNumber ? 'number' : undefined } as const
  if (explanation === undefined) return <th {...look}>{label}</th>
  return (
    // Named by its label alone, which screen readers repeat with each cell.
    <th {...look} aria-labelledby={id}>
      <span id={id}>{label}</span>
      <Explanation name={label} text={explanation} />
    </th>
  )
}
