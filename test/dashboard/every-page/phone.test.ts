import { lookAtEveryPage } from './every-page.ts'

lookAtEveryPage({
  name: 'on a phone, in dark',
  options: { width: 390, height: 844, touches: true },
  themes: [true],
})
