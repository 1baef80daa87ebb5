import { toAddress } from '../state/location.ts'
import { t } from '../text/messages.ts'

/** Of the server that sent the page. */
const version = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? ''

/** The end of every page: which version this is, and where its API is described. */
export function Foot() {
  return (
    <footer class="foot">
      <span>footfall {version}</span>
      <a href={toAddress('/openapi')}>{t('foot.api')}</a>
    </footer>
  )
}
