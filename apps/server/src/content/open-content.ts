import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@waybill/contract/core/fields'
import type { ComparisonRow, Testimonial } from '../site/index.ts'
import { type ContentSettings, contentConditions, contentFigures } from './content-figures.ts'
import { findHelp, type HelpIndex, indexHelp } from './find-help.ts'
import { loadComparison } from './reading/load-comparison.ts'
import { type Article, type Articles, loadContent } from './reading/load-content.ts'
import { loadTestimonials } from './reading/load-testimonials.ts'
import { type Folder, helpGroups } from './reading/read-front-matter.ts'

const ROOT = join(import.meta.dirname, '../../../../content')

/** Everything that we publish, as read at its first use: tests open many servers and read few pages. */
export interface Content {
  /** Reads everything now; the server's start calls it. @throws ContentError at the first article that is wrong */
  check(): void
  /** Newest first where articles have a day, else in the order of the help. */
  list<F extends Folder>(folder: F, language: Language): ReadonlyArray<Article<F>>
  /** Undefined: there is no such article. */
  find<F extends Folder>(folder: F, language: Language, slug: string): Article<F> | undefined
  /** The names of a folder's articles, without reading them. */
  slugs(folder: Folder): string[]
  /** Waybill beside others; empty where nothing is compared. */
  comparison(language: Language): readonly ComparisonRow[]
  /** What customers said; empty where the operator publishes nothing. */
  testimonials(language: Language): readonly Testimonial[]
  searchHelp(language: Language, query: string): ReadonlyArray<Article<'help'>>
}

export function openContent(settings: ContentSettings, root: string = ROOT): Content {
  let compared: Record<Language, ComparisonRow[]> | null = null
  const comparison = () => {
    compared ??= loadComparison(root, figuresOf(settings))
    return compared
  }
  let said: Record<Language, Testimonial[]> | null = null
  const testimonials = () => {
    said ??= loadTestimonials(root, figuresOf(settings))
    return said
  }
  let read: { articles: Articles; indexes: Record<Language, HelpIndex> } | null = null
  const all = () => {
    read ??= readAll(settings, root, comparison().en.length > 0)
    return read
  }
  return {
    check: () => void [all(), testimonials()],
    list: (folder, language) => all().articles[folder][language],
    find: (folder, language, slug) => all().articles[folder][language].find((article) => article.slug === slug),
    slugs: (folder) =>
      readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.en.md') ? [name.slice(0, -6)] : [])),
    comparison: (language) => comparison()[language],
    testimonials: (language) => testimonials()[language],
    searchHelp: (language, query) => findHelp(all().indexes[language], query),
  }
}

const figuresOf = (settings: ContentSettings) => ({
  en: contentFigures(settings, 'en'),
  zh: contentFigures(settings, 'zh'),
})

function readAll(settings: ContentSettings, root: string, isCompared: boolean) {
  const articles = loadContent(root, {
    figures: figuresOf(settings),
    conditions: new Map([...contentConditions(settings), ['compared', isCompared]]),
  })
  for (const folder of Object.keys(articles) as Folder[])
    for (const own of Object.values(articles[folder])) (own as Article[]).sort(byDayOrOrder)
  return { articles, indexes: { en: indexHelp(articles.help.en), zh: indexHelp(articles.help.zh) } }
}

/** Days from the newest to the oldest; articles of the help by their group and number. */
function byDayOrOrder(one: Article, other: Article): number {
  const [left, right] = [sortKey(one), sortKey(other)]
  if (left === right) return one.slug < other.slug ? -1 : 1
  return left < right ? -1 : 1
}

function sortKey({ front }: Article): number {
  if ('group' in front) return helpGroups.indexOf(front.group) * 100 + front.order
  return 'date' in front ? -Date.parse(front.date) : 0
}
