import { desk as en } from './en.ts'
import { desk as zh } from './zh.ts'

export const deskWords = { en, zh }
