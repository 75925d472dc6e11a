import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type {} from '@fastify/cookie'
import type { TypedTexts } from '@waybill/contract/requests/page-props'
import { ANSWER_FIELD, ANSWER_MAX_CHARS, MAX_OPTIONS } from '@waybill/contract/requests/questions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { paths } from '../../platform/links.ts'

/**
 * What was typed into a plain form that was refused, so that the page has it again. It waits in the browser, sealed in a
 * cookie of the page's path that no script can read; the server stores nothing. Files cannot be kept: a browser lets
 * nobody fill their fields.
 */
type Needs = Pick<Context, 'masterKey' | 'config' | 'clock'>

const COOKIE = 'waybill_typed'
const VALID_SECONDS = 600
/** Browsers drop longer cookies, and proxies refuse longer heads: the longest answers are left out until it fits. */
const MOST_CHARS = 3_800
/** Far above what fits into the cookie. */
const MOST_BYTES = 500_000
const FIELDS = ['name', 'company', 'email', 'note'] as const
const MOST_FIELD_CHARS = 500

const purposeOf = (slug: string) => `typed-texts/${slug}`
const optionsFor = ({ publicUrl }: Context['config'], slug: string) =>
  ({ path: paths.request(slug), httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const

/** Keeps the texts of a form that was refused, for ten minutes. */
export function keepTyped(ctx: Needs, slug: string, form: FormData, reply: FastifyReply): void {
  const typed = textsOf(form)
  const longestFirst = Object.keys(typed.answers).toSorted(
    (one, other) => lengthOf(typed.answers[other]) - lengthOf(typed.answers[one]),
  )
  let value = sealed(ctx, slug, typed)
  for (const item of longestFirst) {
    if (value.length <= MOST_CHARS) break
    delete typed.answers[item]
    value = sealed(ctx, slug, typed)
  }
  if (value.length <= MOST_CHARS) {
    reply.setCookie(COOKIE, value, { ...optionsFor(ctx.config, slug), maxAge: VALID_SECONDS })
  }
}

/** The texts that this browser typed last on the page of a request; null for none, and after ten minutes. */
export function readTyped(ctx: Needs, slug: string, { cookies }: FastifyRequest): TypedTexts | null {
  const value = cookies[COOKIE]
  if (value === undefined) return null
  try {
    const packed = ctx.masterKey.open(purposeOf(slug), Buffer.from(value, 'base64url'))
    const content = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES }).toString()
    const { atMs, typed } = JSON.parse(content) as { atMs: number; typed: TypedTexts }
    return ctx.clock.nowMs() - atMs < VALID_SECONDS * 1_000 ? typed : null
  } catch {
    return null
  }
}

/** The form was accepted. */
export function dropTyped({ config }: Needs, slug: string, { cookies }: FastifyRequest, reply: FastifyReply): void {
  if (COOKIE in cookies) reply.clearCookie(COOKIE, optionsFor(config, slug))
}

function sealed({ masterKey, clock }: Needs, slug: string, typed: TypedTexts): string {
  const content = JSON.stringify({ atMs: clock.nowMs(), typed })
  return Buffer.from(masterKey.seal(purposeOf(slug), deflateRawSync(content).toString('base64'))).toString('base64url')
}

function textsOf(form: FormData): TypedTexts {
  const typed: TypedTexts = { name: '', company: '', email: '', note: '', answers: {} }
  for (const [field, value] of form) {
    if (typeof value !== 'string' || value === '' || !value.isWellFormed() || value.includes('\0')) continue
    const own = FIELDS.find((one) => one === field)
    if (own !== undefined) typed[own] = value.slice(0, MOST_FIELD_CHARS)
    if (!field.startsWith(ANSWER_FIELD)) continue
    const item = field.slice(ANSWER_FIELD.length, ANSWER_FIELD.length + 64)
    const before = Object.hasOwn(typed.answers, item) ? (typed.answers[item] ?? []) : []
    typed.answers[item] = [...before, value.slice(0, ANSWER_MAX_CHARS.long)].slice(0, MAX_OPTIONS)
  }
  return typed
}

const lengthOf = (texts: readonly string[] = []) => texts.join('').length
