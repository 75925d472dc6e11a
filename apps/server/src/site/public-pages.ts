import type { Language } from '@waybill/contract/core/fields'

/** A page that anybody may find: what the sitemap lists, and what the header and the footer may link to. */
export interface ListedPage {
  /** The English address; the Chinese one is `/zh` before it. */
  path: string
  languages: readonly Language[]
  /** The day of its last change, as in 2026-11-27; null where nobody keeps it. */
  changedOn: string | null
  /** Its titles, for the picture that link previews show; a page without them has none. */
  titles?: Partial<Record<Language, string>>
}

/** The languages as HTML and search engines name them. */
export const languageTags: Record<Language, string> = { en: 'en', zh: 'zh-CN' }

/** The address of a page in a language: English has the bare path. */
export const pathIn = (language: Language, path: string): string => {
  if (language === 'en') return path
  return path === '/' ? '/zh/' : `/zh${path}`
}

/** The picture of a page for link previews. */
export const previewPath = (language: Language, path: string): string =>
  `/og${pathIn(language, path === '/' ? '/home' : path)}.png`

/** All public pages of the server. Modules add theirs as they add their routes. */
export class PublicPages {
  readonly #pages = new Map<string, ListedPage>()

  add(page: ListedPage): void {
    this.#pages.set(page.path, page)
  }

  list(): ListedPage[] {
    return [...this.#pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  find(path: string): ListedPage | undefined {
    return this.#pages.get(path)
  }

  /** Where a link in a page of `language` leads; null where there is no such page. A query is no part of the page. */
  linkIn(language: Language, target: string): string | null {
    const page = this.find(target.split('?')[0] ?? '')
    if (page === undefined) return null
    return pathIn(page.languages.includes(language) ? language : 'en', target)
  }

  /** The page that an address with slashes at its end means, with the query; null where there is none. */
  withoutSlash(url: string): string | null {
    const [, path = '', query = ''] = /^([^?]*[^/?])\/+(\?[!-~]*)?$/.exec(url) ?? []
    const [, zh, bare = ''] = /^(\/zh)?(\/.*)$/.exec(path) ?? []
    const isThere = this.find(bare)?.languages.includes(zh ? 'zh' : 'en') ?? false
    return isThere ? path + query : null
  }

  /** The first page whose path begins so. */
  firstUnder(prefix: string): string | null {
    return this.list().find(({ path }) => path.startsWith(prefix))?.path ?? null
  }
}
