import { webhooks as en } from './en.ts'
import { webhooks as zh } from './zh.ts'

export const webhooksWords = { en, zh }
