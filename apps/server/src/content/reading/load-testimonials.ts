import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@waybill/contract/core/fields'
import { z } from 'zod'
import { type Testimonial, testimonialPages } from '../../site/index.ts'
import { ContentError } from './content-error.ts'
import { type Figures, fillText, requireFigures } from './fill-in.ts'
import { failIn, languageFile } from './load-content.ts'
import { readFrontMatter, wordsOf } from './read-front-matter.ts'

const FOLDER = 'testimonials'

const front = z.strictObject({
  who: z.string().min(1).max(80),
  company: z.string().min(1).max(100),
  sentence: z.string().min(1).max(400),
  /** Names of pages; missing: the home page and every product page. */
  pages: wordsOf(testimonialPages).optional(),
})

type Named = Testimonial & { slug: string }

/**
 * What customers said, from `content/testimonials`, in the order of the names of the files. The folder may be missing:
 * Waybill ships none. Throws ContentError, which names file and line, at the first file that is wrong or lacks its other
 * language.
 */
export function loadTestimonials(root: string, figures: Record<Language, Figures>): Record<Language, Testimonial[]> {
  const own: Record<Language, Named[]> = { en: [], zh: [] }
  if (!existsSync(join(root, FOLDER))) return own
  for (const name of readdirSync(join(root, FOLDER)).sort()) {
    const { slug, language } = languageFile(FOLDER, name)
    own[language].push({ slug, ...readTestimonial(join(root, FOLDER, name), name, figures[language]) })
  }
  requirePairs(own.en, own.zh, 'zh')
  requirePairs(own.zh, own.en, 'en')
  return own
}

function readTestimonial(path: string, name: string, figures: Figures): Testimonial {
  const fail = failIn(`content/${FOLDER}/${name}`)
  const text = readFileSync(path, 'utf8')
  requireFigures(text, figures, fail)
  const { front: read, body, linesBefore } = readFrontMatter(text, front, fail)
  const below = body.split('\n').findIndex((line) => line.trim() !== '')
  if (below !== -1) fail(linesBefore + below + 1, 'is text below the front matter: the sentence stands in "sentence"')
  const { who, company, sentence, pages = null } = read
  return { who, company, sentence: fillText(sentence, figures), pages }
}

function requirePairs(own: readonly Named[], others: readonly Named[], missing: Language): void {
  for (const { slug, pages } of own) {
    const pair = others.find((other) => other.slug === slug)
    const file = `content/${FOLDER}/${slug}.${missing}.md`
    if (pair === undefined) throw new ContentError(file, null, 'is missing: every testimonial has both languages')
    if (String(pair.pages) !== String(pages))
      throw new ContentError(file, null, 'says another "pages" than its other language')
  }
}
