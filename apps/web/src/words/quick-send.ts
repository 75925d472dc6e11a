import { quickSend as en } from './en/quick-send.ts'
import { quickSend as zh } from './zh/quick-send.ts'

export const quickSendWords = { en, zh }
