import { files as en } from './en/files.ts'
import { files as zh } from './zh/files.ts'

export const filesWords = { en, zh }
