import { changeTypes } from '@waybill/contract/content/endpoints'
import { z } from 'zod'
import type { Fail } from './content-error.ts'

const PAIR = /^([a-z]+): (\S.*)$/

export interface Sheet<Front> {
  front: Front
  /** The Markdown below, and the number of the line before it. */
  body: string
  linesBefore: number
}

/**
 * Reads the lines between the two `---` at the top of an article: `key: value`, one a line, nothing else. The schema is
 * strict: an unknown, missing or invalid key fails with its line.
 */
export function readFrontMatter<Front>(text: string, schema: z.ZodType<Front>, fail: Fail): Sheet<Front> {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  if (lines[0] !== '---') fail(1, 'must be "---"')
  const end = lines.indexOf('---', 1)
  if (end === -1) fail(1, 'opens front matter that no second "---" closes')
  const values: Record<string, string> = {}
  const lineOf = new Map<string, number>()
  for (const [at, line] of lines.slice(1, end).entries()) {
    const [, key, value] = PAIR.exec(line) ?? fail(at + 2, 'is not "key: value"')
    if (key === undefined || value === undefined) fail(at + 2, 'is not "key: value"')
    if (lineOf.has(key)) fail(at + 2, `repeats "${key}"`)
    values[key] = value.trim()
    lineOf.set(key, at + 2)
  }
  const read = schema.safeParse(values)
  if (!read.success) return failAt(read.error, lineOf, fail)
  return { front: read.data, body: lines.slice(end + 1).join('\n'), linesBefore: end + 1 }
}

function failAt(error: z.ZodError, lineOf: ReadonlyMap<string, number>, fail: Fail): never {
  const issue = error.issues[0]
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  const name = String(key)
  const line = lineOf.get(name)
  if (line === undefined) return fail(1, `opens front matter without "${name}"`)
  if (issue?.code === 'unrecognized_keys') return fail(line, `has the unknown key "${name}"`)
  return fail(line, `has an invalid "${name}": ${issue?.message ?? ''}`)
}

const text = (most: number) => z.string().min(1).max(most)
const day = z.iso.date()
/** `a, b` as a list of words out of `allowed`. */
export const wordsOf = <Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform((value) => value.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(allowed)).min(1))
const common = { title: text(90), description: text(200) }

/** The groups of the help, in the order in which the list shows them. */
export const helpGroups = ['sending', 'tracking', 'receiving', 'requests', 'account', 'company', 'developers'] as const
export type ChangeType = (typeof changeTypes)[number]
const audiences = ['everyone', 'unpaid', 'paying', 'company', 'admin'] as const
export type Audience = (typeof audiences)[number]

/** What each folder of `content/` says of an article at its top. */
export const fronts = {
  blog: z.strictObject({ ...common, subtitle: text(140), date: day }),
  help: z.strictObject({
    ...common,
    group: z.enum(helpGroups),
    order: z.coerce.number().int().min(1).max(99),
    /** Other words that people search for. */
    also: text(200).optional(),
  }),
  updates: z.strictObject({ title: text(90), date: day, types: wordsOf(changeTypes), story: text(40).optional() }),
  legal: z.strictObject({ ...common, date: day }),
  stories: z.strictObject({ title: text(90), audience: z.enum(audiences) }),
  roadmap: z.strictObject({ ...common, date: day }),
} as const

export type Folder = keyof typeof fronts
export type FrontOf<F extends Folder> = z.output<(typeof fronts)[F]>
