import type { Accent } from './accent.ts'

/** A picture as a page shows it. Its path changes with the picture, so that it can be cached for ever. */
export interface ShownPicture {
  path: string
  /** Pixels. */
  width: number
  height: number
}

/**
 * How a page or a mail names its sender's company and us, by the sender's plan. 'ours': our mark and 'Sent with
 * Waybill'; 'line': that line alone; 'none': neither.
 */
export interface PageBranding {
  mark: 'ours' | 'line' | 'none'
  /** Null: the sender's plan or admin shows none. */
  company: CompanyBranding | null
}

export interface CompanyBranding {
  /** Empty: none. */
  name: string
  /** `dark` is for dark pages; null: the same. */
  logo: { light: ShownPicture; dark: ShownPicture | null } | null
  accent: Accent | null
  /** Empty: none. */
  welcome: string
  /** The path of the picture behind the page. */
  background: string | null
}

/** The pages of visitors and of plans without any branding. */
export const ourBranding: PageBranding = { mark: 'ours', company: null }

/** The pictures that a company can set. */
export const brandSlots = ['logo', 'darkLogo', 'background'] as const
export type BrandSlot = (typeof brandSlots)[number]

export const BRAND_NAME_MAX_CHARS = 60
export const WELCOME_MAX_CHARS = 160
