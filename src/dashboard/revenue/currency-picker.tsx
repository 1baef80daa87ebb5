import { goWith } from '../state/location.ts'
import { t } from '../text/messages.ts'
import { currencyName } from '../text/names.ts'

interface CurrencyPickerProps {
  chosen: string
  /** Those that were paid in; they come first. */
  used: readonly string[]
}

/** Chooses the currency. */
export function CurrencyPicker({ chosen, used }: CurrencyPickerProps) {
  const first = used.includes(chosen) ? used : [chosen, ...used]
  const others = Intl.supportedValuesOf('currency').filter((code) => !first.includes(code))
  const option = (code: string) => (
    <option key={code} value={code}>
      {currencyName(code)}
    </option>
  )
  return (
    <select
      class="currency"
      aria-label={t('revenue.currency')}
      value={chosen}
      onChange={({ currentTarget: { value } }) => goWith({ currency: value, page: null })}
    >
      {first.map(option)}
      <optgroup label={t('revenue.otherCurrencies')}>{others.map(option)}</optgroup>
    </select>
  )
}
