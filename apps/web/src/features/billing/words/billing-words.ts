import { billing as en } from './en/billing.ts'
import { billing as zh } from './zh/billing.ts'

export const billingWords = { en, zh }
