import type { PageBranding } from '../branding/page-branding.ts'
import type { Language } from './fields.ts'

/** Paths of the built client that a page loads, and the nonce of this answer. */
export interface PageAssets {
  nonce: string
  script: string
  /** Chunks that the script imports, so that the browser loads them together. */
  modules: string[]
  /** The word packs that the page loads at once, in each language. */
  words: Record<Language, string[]>
  styles: string[]
  fonts: string[]
  /** The picture for link previews; null under a company's own host, which shows nothing of ours. */
  ourPicture: string | null
}

/** Makes the whole HTML document of a page that the server renders. */
export type RenderPage<Props> = (props: Props, assets: PageAssets) => string

/** The data from which every such page hydrates. */
export interface PageProps {
  language: Language
  /** The support address. */
  supportEmail: string
  /** Ours on every page that must not tell whose link it is. */
  branding: PageBranding
}
