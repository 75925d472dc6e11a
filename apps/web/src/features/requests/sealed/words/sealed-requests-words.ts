import { sealedRequests as en } from './en.ts'
import { sealedRequests as zh } from './zh.ts'

export const sealedRequestsWords = { en, zh }
