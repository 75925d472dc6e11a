import { webhooks as en } from './en/webhooks.ts'
import { webhooks as zh } from './zh/webhooks.ts'

export const webhooksWords = { en, zh }
