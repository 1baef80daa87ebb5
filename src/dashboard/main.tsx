import { render } from 'preact'
import { preloadPage } from './shell/preloading.ts'
import { Root } from './shell/root.tsx'
import { followLinks, presentPath } from './state/location.ts'
import { loadLanguage } from './text/messages.ts'

const element = document.querySelector('#app')
if (!element) throw new Error('The page has no place for the dashboard.')
followLinks()
preloadPage(presentPath() === '/' ? '/websites' : presentPath())
await loadLanguage()
render(<Root />, element)
