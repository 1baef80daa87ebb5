// Runs before the first paint, so that a chosen theme and a right-to-left language do not flicker.

import { isRightToLeft, readLanguage } from '../state/language.ts'
import { readTheme } from './stored-theme.ts'

const root = document.documentElement
root.dataset.theme = readTheme()
root.lang = readLanguage()
root.dir = isRightToLeft(root.lang) ? 'rtl' : 'ltr'
