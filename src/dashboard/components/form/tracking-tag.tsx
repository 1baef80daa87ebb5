import { useAnswer } from '../../state/answer.ts'
import { toAddress } from '../../state/location.ts'
import { CopyButton } from './copy-button.tsx'

/** The script tag of a website, ready to copy. */
export function TrackingTag({ websiteId }: { websiteId: string }) {
  const config = useAnswer<{ trackerScriptName?: string }>('/api/config')
  if (!config.value && !config.problem) return null
  const name = config.value?.trackerScriptName?.split(',')[0]?.trim().replace(/^\//, '')
  const address = location.origin + toAddress(`/${name || 'script.js'}`)
  const tag = `<script defer src="${address}" data-website-id="${websiteId}"></script>`
  return (
    <div class="code">
      <pre>
        <code>{tag}</code>
      </pre>
      <CopyButton text={tag} />
    </div>
  )
}
