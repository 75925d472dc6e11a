import { requests as en } from './en/requests.ts'
import { requests as zh } from './zh/requests.ts'

export const requestsWords = { en, zh }
