import { lookAtEveryPage } from './every-page.ts'

lookAtEveryPage({
  name: 'on a phone, in dark and light',
  options: { width: 390, height: 844, touches: true },
  themes: [true, false],
})
