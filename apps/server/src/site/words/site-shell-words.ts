import type { Language } from '@waybill/contract/core/fields'
import { shell as en, type SiteShellWords } from './en.ts'
import { shell as zh } from './zh.ts'

export const siteShellWords: Record<Language, SiteShellWords> = { en, zh }
