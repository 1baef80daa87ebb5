import { TextField } from '../../components/form/field.tsx'
import { t } from '../../text/messages.ts'

interface TokenFieldProps {
  value: string
  onChange: (value: string) => void
  hint?: string
}

/** The six digits that an authenticator shows; phones offer their keys for numbers. */
export const TokenField = ({ value, onChange, hint }: TokenFieldProps) => (
  <TextField
    label={t('twoFactor.token')}
    {...(hint ? { hint } : {})}
    value={value}
    onChange={onChange}
    input={{
      inputMode: 'numeric',
      autocomplete: 'one-time-code',
      maxLength: 7,
      required: true,
      dir: 'ltr',
    }}
  />
)

/** Authenticators show two groups of digits, and people type the gap. */
export const plainToken = (typed: string): string => typed.replace(/\s/g, '')
