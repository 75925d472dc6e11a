import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, Run } from '@waybill/contract/content/rich-text'
import type { Language } from '@waybill/contract/core/fields'
import { ContentError, type Fail } from './content-error.ts'
import { type Conditions, chooseLines, type Figures, fillBlocks, fillText, requireFigures } from './fill-in.ts'
import { type Folder, type FrontOf, fronts, readFrontMatter } from './read-front-matter.ts'
import { readMarkdown } from './read-markdown.ts'

export const languages = ['en', 'zh'] as const satisfies readonly Language[]
const folders = Object.keys(fronts) as Folder[]
const FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(en|zh)\.md$/
/** A link to another article; what follows its slug is a place inside it. */
const ARTICLE_LINK = /^\/(support|blog|roadmap)\/([^#?]+)/
const folderOfLink: Record<string, readonly Folder[]> = {
  support: ['help', 'legal'],
  blog: ['blog'],
  roadmap: ['roadmap'],
}

export interface Article<F extends Folder = Folder> {
  folder: F
  slug: string
  language: Language
  front: FrontOf<F>
  blocks: readonly Block[]
  /** The same as Markdown. */
  markdown: string
}

/** All articles by folder and language, in no order. */
export type Articles = { [F in Folder]: Record<Language, Array<Article<F>>> }

export interface Filling {
  figures: Record<Language, Figures>
  conditions: Conditions
}

/**
 * Reads every article of the folder `content/`. Throws ContentError, which names file and line, at the first one that
 * is wrong: in its front matter, its Markdown, a figure, a link to another article, or without its other language.
 */
export function loadContent(root: string, filling: Filling): Articles {
  const articles = Object.fromEntries(folders.map((folder) => [folder, { en: [], zh: [] }])) as unknown as Articles
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const article = readArticle(root, { folder, name }, filling)
      ;(articles[folder][article.language] as Article[]).push(article)
    }
    requirePairs(folder, articles[folder])
  }
  for (const folder of folders) for (const language of languages) requireTargets(articles, articles[folder][language])
  requireStories(articles)
  return articles
}

function readArticle(root: string, { folder, name }: { folder: Folder; name: string }, filling: Filling): Article {
  const { slug, language } = languageFile(folder, name)
  const fail = failIn(`content/${folder}/${name}`)
  const text = readFileSync(join(root, folder, name), 'utf8')
  const figures = filling.figures[language]
  requireFigures(text, figures, fail)
  const { front, body, linesBefore } = readFrontMatter<FrontOf<Folder>>(text, fronts[folder], fail)
  const chosen = chooseLines(body, linesBefore, { conditions: filling.conditions, fail })
  const fill = (run: Run): Run => ({
    ...run,
    text: fillText(run.text, figures),
    ...(run.href === undefined ? {} : { href: fillText(run.href, figures) }),
  })
  const blocks = fillBlocks(readMarkdown(chosen, linesBefore, fail), fill)
  const filled = Object.fromEntries(
    Object.entries(front).map(([key, value]) => [key, typeof value === 'string' ? fillText(value, figures) : value]),
  ) as FrontOf<Folder>
  const markdown = fillText(chosen, figures).trim()
  return { folder, slug, language, front: filled, blocks, markdown }
}

/** The name and the language that the name of a file says. */
export function languageFile(folder: string, name: string): { slug: string; language: Language } {
  const [, slug = '', language = 'en'] =
    FILE.exec(name) ?? failIn(`content/${folder}/${name}`)(1, 'is not named "some-words.en.md" or ".zh.md"')
  return { slug, language: language as Language }
}

export const failIn =
  (file: string): Fail =>
  (line, reason) => {
    throw new ContentError(file, line, reason)
  }

/** The facts that both languages of an article must share. */
const sharedKeys = ['date', 'types', 'group', 'order', 'audience', 'story'] as const

function requirePairs(folder: Folder, { en, zh }: Record<Language, Article[]>): void {
  for (const [own, other, missing] of [
    [en, zh, 'zh'],
    [zh, en, 'en'],
  ] as const) {
    for (const article of own) {
      const pair = other.find(({ slug }) => slug === article.slug)
      const file = `content/${folder}/${article.slug}.${missing}.md`
      if (pair === undefined) throw new ContentError(file, null, 'is missing: every article has both languages')
      for (const key of sharedKeys)
        if (JSON.stringify(fieldOf(article, key)) !== JSON.stringify(fieldOf(pair, key)))
          throw new ContentError(file, null, `says another "${key}" than its other language`)
    }
  }
}

const fieldOf = (article: Article, key: string): unknown => (article.front as Record<string, unknown>)[key]

function requireTargets(articles: Articles, own: readonly Article[]): void {
  for (const article of own) {
    for (const href of linksOf(article.blocks)) {
      const [, path = '', slug = ''] = ARTICLE_LINK.exec(href) ?? []
      if (path === '') continue
      const isThere = folderOfLink[path]?.some((folder) => articles[folder].en.some((other) => other.slug === slug))
      if (!isThere) throw new ContentError(fileOf(article), null, `links to "${href}", which is no article`)
    }
  }
}

const fileOf = ({ folder, slug, language }: Article): string => `content/${folder}/${slug}.${language}.md`

/** Every link of an article. */
function linksOf(blocks: readonly Block[]): string[] {
  const hrefs: string[] = []
  fillBlocks(blocks, (run) => {
    if (run.href !== undefined) hrefs.push(run.href)
    return run
  })
  return hrefs
}

function requireStories({ updates, stories }: Articles): void {
  for (const update of updates.en) {
    const { story } = update.front
    if (story !== undefined && !stories.en.some(({ slug }) => slug === story))
      throw new ContentError(fileOf(update), null, `names the story "${story}", which is not there`)
  }
}
