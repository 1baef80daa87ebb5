import { render } from 'preact'
import { Root } from './shell/root.tsx'
import { followLinks } from './state/location.ts'
import { speak } from './text/messages.ts'

const element = document.querySelector('#app')
if (!element) throw new Error('The page has no place for the dashboard.')
followLinks()
await speak()
render(<Root />, element)
