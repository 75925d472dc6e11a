import { recording as en } from './en.ts'
import { recording as zh } from './zh.ts'

export const recordingWords = { en, zh }
