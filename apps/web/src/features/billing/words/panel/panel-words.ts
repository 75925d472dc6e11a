import { panel as en } from './en.ts'
import { panel as zh } from './zh.ts'

export const panelWords = { en, zh }
