import type { Language } from '@waybill/contract/core/fields'
import type { Html } from '../../platform/mail-transport/html.ts'

/** What a module says of one of its public pages; the shell makes the document. */
export interface PublicPage {
  /** As listed in `PublicPages`: English, without a query. */
  path: string
  /** Without the name of the product, which the shell adds. */
  title: string
  /** One or two sentences, for search engines and link previews. */
  description: string
  body: Html
  /** Rules beside those of the shell, from our own source. */
  styles?: string
  /** Things of schema.org beside the page itself, such as an Article. */
  data?: readonly Record<string, unknown>[]
  /** 'website' by default. */
  kind?: 'website' | 'article'
  /** Feeds of the page, for readers of feeds. */
  feeds?: readonly { title: string; path: string }[]
  /** The address in place of the page's own, for a page that shows another one's text. */
  canonicalPath?: string
}

/** A page as the shell draws it. */
export interface ShownPage extends PublicPage {
  language: Language
  /** The languages that it exists in; none where it is not for search engines, such as the 404 page. */
  languages: readonly Language[]
  /** The path of its picture for link previews. */
  preview: string | null
}
