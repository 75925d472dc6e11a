import type { Block } from '@waybill/contract/content/rich-text'
import type { Article } from './reading/load-content.ts'

const MAX_QUERY_CHARS = 100
const weights = { title: 12, also: 8, description: 4, heading: 3, text: 1 } as const
/** The share of the searched terms that an article has to hold. */
const LEAST_SHARE = 1 / 3

const HAN = /\p{Script=Han}+/gu
const WORD = /[\p{L}\p{N}]+/gu
const HAN_ONLY = /^\p{Script=Han}$/u
const fillers = new Set(['a', 'an', 'and', 'are', 'can', 'do', 'does', 'for', 'how', 'i', 'in', 'is', 'it', 'my', 'of'])
for (const word of ['on', 'the', 'to', 'what', 'when', 'where', 'why', 'with', 'you', 'your']) fillers.add(word)

/** Words of Chinese questions that are in every article, or in none; they end a run of signs. */
const HAN_FILLERS = /怎么办|怎么样|怎么|怎样|如何|为什么|什么|哪里|请问|可以|能不能|[我把吗呢了的]/g

export type HelpIndex = ReadonlyArray<{ article: Article<'help'>; weightOf: ReadonlyMap<string, number> }>

/** Every term of every article with its weight: words of Latin text by their stem, Chinese by single signs and pairs. */
export function indexHelp(articles: ReadonlyArray<Article<'help'>>): HelpIndex {
  return articles.map((article) => {
    const weightOf = new Map<string, number>()
    const add = (text: string, weight: number) => {
      for (const term of termsOf(text, { withSigns: true }))
        weightOf.set(term, Math.max(weight, weightOf.get(term) ?? 0))
    }
    add(article.front.title, weights.title)
    add(article.front.also ?? '', weights.also)
    add(article.front.description, weights.description)
    for (const block of article.blocks) add(textOf(block), block.kind === 'heading' ? weights.heading : weights.text)
    return { article, weightOf }
  })
}

/** The articles that hold at least a third of what is searched for, best first; none for a search without words. */
export function findHelp(index: HelpIndex, query: string): Array<Article<'help'>> {
  const asked = query.slice(0, MAX_QUERY_CHARS)
  const told = termsOf(asked.replace(HAN_FILLERS, ' '), { withSigns: false })
  const terms = [...new Set(told.length > 0 ? told : termsOf(asked, { withSigns: false }))]
  const searched = terms.filter((term) => !fillers.has(term))
  const wanted = searched.length > 0 ? searched : terms
  if (wanted.length === 0) return []
  const found = index.map(({ article, weightOf }) => ({
    article,
    scores: wanted.map((term) => scoreOf(term, weightOf)),
  }))
  return found
    .map(({ article, scores }) => ({
      article,
      hits: scores.filter((score) => score > 0).length,
      sum: scores.reduce((all, score) => all + score, 0),
    }))
    .filter(({ hits }) => hits >= wanted.length * LEAST_SHARE)
    .sort(
      (one, other) =>
        other.hits - one.hits || other.sum - one.sum || one.article.front.order - other.article.front.order,
    )
    .map(({ article }) => article)
}

function scoreOf(term: string, weightOf: ReadonlyMap<string, number>): number {
  const exact = weightOf.get(term)
  if (exact !== undefined) return exact
  if (HAN_ONLY.test(term[0] ?? '') || term.length < 3) return 0
  // "encrypt" finds "encrypted": half the weight of the word itself.
  let best = 0
  for (const [own, weight] of weightOf) if (own.startsWith(term)) best = Math.max(best, weight / 2)
  return best
}

function termsOf(text: string, { withSigns }: { withSigns: boolean }): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const han = (plain.match(HAN) ?? []).flatMap((run) => {
    const signs = [...run]
    const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
    return withSigns || signs.length === 1 ? [...signs, ...pairs] : pairs
  })
  return [...han, ...(plain.replace(HAN, ' ').match(WORD) ?? []).map(stemOf)]
}

/** 'files' → 'file', 'sending' → 'send': enough for a few dozen articles. */
const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word)

function textOf(block: Block): string {
  const lines =
    block.kind === 'list' ? block.items : block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.runs]
  return lines.map((runs) => runs.map(({ text }) => text).join('')).join(' ')
}
