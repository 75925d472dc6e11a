import { download as en } from './en/download.ts'
import { download as zh } from './zh/download.ts'

export const downloadWords = { en, zh }
