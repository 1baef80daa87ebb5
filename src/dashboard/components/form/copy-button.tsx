import { t } from '../../text/messages.ts'
import { Icon } from '../icon.tsx'
import { toast } from '../toast.tsx'

/** Copies a text. */
export function CopyButton({ text, label = t('copy') }: { text: string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(t('copied'))
    } catch {
      // Without a secure connection browsers do not let pages copy.
      toast(t('copy.refused'))
    }
  }
  return (
    <button type="button" class="button" onClick={copy}>
      <Icon name="copy" />
      {label}
    </button>
  )
}
