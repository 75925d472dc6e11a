import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@waybill/contract/core/fields'
import { z } from 'zod'
import { type ComparisonRow, comparedServices } from '../../site/index.ts'
import { ContentError } from './content-error.ts'
import { type Figures, fillText, requireFigures } from './fill-in.ts'

const NAME = 'compare.json'
const FILE = `content/${NAME}`
const FIGURE = /\{\{[^{}]*\}\}/g

const said = z.string().min(1).max(200)
const both = { en: said, zh: said }

/** What a service publishes at its own pages. */
const publishedAt = (domain: string) =>
  z.strictObject({
    ...both,
    source: z.url({ protocol: /^https$/ }).refine((source) => isAt(new URL(source).hostname, domain), {
      error: `must be a page of ${domain}`,
    }),
    read: z.iso.date(),
  })

const isAt = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** A figure of ours comes from `plans.ts`. */
const own = said.refine((text) => !/\d/.test(text.replaceAll(FIGURE, '')), {
  error: 'has a figure of ours that is not named, as in {{pro.storage}}',
})

const row = z
  .strictObject({
    what: z.strictObject(both),
    ours: z.strictObject({ en: own, zh: own }),
    WeTransfer: publishedAt(comparedServices.WeTransfer).nullable(),
    Filemail: publishedAt(comparedServices.Filemail).nullable(),
  })
  .refine(({ WeTransfer, Filemail }) => WeTransfer !== null || Filemail !== null, {
    error: 'compares Waybill with nobody',
  })

const file = z.strictObject({ rows: z.array(row).max(20) })
type Row = z.output<typeof row>

/**
 * Waybill beside others, from `content/compare.json`: each figure of others with its source and the day on which it was
 * read, our own from `plans.ts`. Without rows there is no comparison. Throws ContentError, which names the file and the
 * line or the field, at the first thing that is wrong.
 */
export function loadComparison(root: string, figures: Record<Language, Figures>): Record<Language, ComparisonRow[]> {
  const path = join(root, NAME)
  if (!existsSync(path)) throw new ContentError(FILE, null, 'is missing; without a comparison it is {"rows": []}')
  const text = readFileSync(path, 'utf8')
  const { rows } = readRows(text)
  const fail = (line: number, reason: string): never => {
    throw new ContentError(FILE, line, reason)
  }
  for (const known of Object.values(figures)) requireFigures(text, known, fail)
  return { en: rows.map((one) => rowIn('en', one, figures.en)), zh: rows.map((one) => rowIn('zh', one, figures.zh)) }
}

function readRows(text: string): z.output<typeof file> {
  const read = file.safeParse(parse(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const at = issue?.path.map((step) => (typeof step === 'number' ? `[${step + 1}]` : `.${String(step)}`)).join('')
  throw new ContentError(FILE, null, `is wrong at "${at?.slice(1) ?? ''}": ${issue?.message ?? ''}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, line] = /line (\d+)/.exec(String(error)) ?? []
    throw new ContentError(FILE, line === undefined ? null : Number(line), 'is not JSON')
  }
}

function rowIn(language: Language, { what, ours, WeTransfer, Filemail }: Row, figures: Figures): ComparisonRow {
  const published = (one: Row['WeTransfer']) => one && { text: one[language], source: one.source, read: one.read }
  return {
    what: what[language],
    ours: fillText(ours[language], figures),
    WeTransfer: published(WeTransfer),
    Filemail: published(Filemail),
  }
}
