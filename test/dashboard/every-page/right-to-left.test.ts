import { lookAtEveryPage } from './every-page.ts'

lookAtEveryPage({ name: 'from right to left', options: { locale: 'ar-EG' }, themes: [false] })
