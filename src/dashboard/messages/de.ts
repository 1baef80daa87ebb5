import type { Messages } from '../text/messages.ts'
import { en } from './en.ts'
export const de: Messages = { ...en }
