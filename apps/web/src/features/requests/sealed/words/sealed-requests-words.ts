import { sealedRequests as en } from './en/sealed-requests.ts'
import { sealedRequests as zh } from './zh/sealed-requests.ts'

export const sealedRequestsWords = { en, zh }
