import { answer as en } from './en/answer.ts'
import { answer as zh } from './zh/answer.ts'

export const answerWords = { en, zh }
