import { goWith } from '../state/location.ts'
import { t } from '../text/messages.ts'
import {
  bandKeys,
  bands,
  type Percentiles,
  rateVital,
  type Vital,
  vitalNames,
  vitals,
  vitalText,
  wasMeasured,
} from './vitals.ts'

interface VitalCardsProps {
  summary: Record<Vital, Percentiles>
  chosen: Vital
}

/** The five vitals by what three quarters of visitors had at worst; the chosen one is looked at below. */
export function VitalCards({ summary, chosen }: VitalCardsProps) {
  return (
    <fieldset class="vitals" aria-label={t('vital.choose')}>
      {vitalNames.map((vital) => (
        <button
          key={vital}
          type="button"
          class="vital"
          aria-pressed={vital === chosen}
          onClick={() => goWith({ metric: vital === 'lcp' ? null : vital })}
        >
          <span class="vital-name" title={t(vitals[vital].label)}>
            <strong>{vital.toUpperCase()}</strong> {t(vitals[vital].label)}
          </span>
          <VitalValue vital={vital} percentiles={summary[vital]} />
        </button>
      ))}
    </fieldset>
  )
}

function VitalValue({ vital, percentiles }: { vital: Vital; percentiles: Percentiles }) {
  if (!wasMeasured(vital, percentiles)) {
    return <span class="vital-value soft">{t('vital.unmeasured')}</span>
  }
  const { p75 } = percentiles
  const band = rateVital(vital, p75)
  const { good, poor } = vitals[vital]
  const end = poor * 1.6
  const widths = { good, fair: poor - good, poor: end - poor }
  return (
    <>
      <span class="vital-value">{vitalText(vital, p75)}</span>
      <span class={`band band-${band}`}>{t(bandKeys[band])}</span>
      <span class="vital-scale" aria-hidden="true">
        {bands.map((one) => (
          <span
            key={one}
            class={`vital-part vital-part-${one}`}
            style={{ flexGrow: String(widths[one] / end) }}
          />
        ))}
        <span
          class="vital-mark"
          style={{ insetInlineStart: `${(100 * Math.min(p75, end)) / end}%` }}
        />
      </span>
    </>
  )
}
