import { settings as en } from './en.ts'
import { settings as zh } from './zh.ts'

export type DnsProvider = keyof typeof en.providers

export const settingsWords = { en, zh }
