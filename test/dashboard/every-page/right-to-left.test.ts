import { lookAtEveryPage } from './every-page.ts'

// Colours do not depend on the direction.
lookAtEveryPage({ name: 'from right to left', options: { locale: 'ar-EG' }, themes: [] })
