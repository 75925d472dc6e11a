import { shell as en } from './en/shell.ts'
import { shell as zh } from './zh/shell.ts'

export const shellWords = { en, zh }
