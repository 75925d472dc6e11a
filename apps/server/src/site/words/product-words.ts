import type { Language } from '@waybill/contract/core/fields'
import type { productPages } from '../shell/site-frame.ts'
import { product as en } from './product-en.ts'
import { product as zh } from './product-zh.ts'

export type ProductName = (typeof productPages)[number]

/** A row of an example: `share` fills a bar, `state` colours its note. */
export interface PieceRow {
  what: string
  note: string
  state?: 'delivered' | 'waiting' | 'stamp'
  share?: number
}

/** Sizes and counts of the plans, as texts. */
export interface PlanFigures {
  freeStorage: string
  personalStorage: string
  proStorage: string
  businessStorage: string
  freeRequests: string
  freeTransfers: string
  personalRequests: string
  anonSize: string
  businessSize: string
  anonSends: string
}

export interface ProductWords {
  headline: string
  description: string
  lead: string
  points: readonly { title: string; text: string }[]
  /** A sentence about the plans. */
  plans: (figures: PlanFigures) => string
  piece: { title: string; number: string; rows: readonly PieceRow[]; stamp: string | null; foot: string }
}

/** What all product pages share. */
export interface CommonWords {
  example: string
  start: string
  prices: string
  more: string
}

export const productWords: Record<Language, { common: CommonWords; pages: Record<ProductName, ProductWords> }> = {
  en,
  zh,
}
