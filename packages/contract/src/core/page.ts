import type { Language } from './fields.ts'

/** Paths of the built client that a page loads, and the nonce of this answer. */
export interface PageAssets {
  nonce: string
  script: string
  /** Chunks the script imports, so that they are asked for together. */
  modules: string[]
  /** The packs of words it asks for at once, in each language. */
  words: Record<Language, string[]>
  styles: string[]
  fonts: string[]
}

/** Makes the whole HTML document of a page that the server renders. */
export type RenderPage<Props> = (props: Props, assets: PageAssets) => string

/** What every such page is hydrated from. */
export interface PageProps {
  language: Language
  /** Where people are told to write. */
  supportEmail: string
}
