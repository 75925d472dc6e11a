import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type {} from '@fastify/cookie'
import type { TypedTexts } from '@waybill/contract/requests/page-props'
import { ANSWER_FIELD, ANSWER_MAX_CHARS, MAX_ANSWERS, MAX_OPTIONS } from '@waybill/contract/requests/questions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'

/**
 * What was typed into a plain form that was refused, so that its page has it again, and no other. It waits in the
 * browser, sealed in a cookie that no script can read; the server stores nothing. Files cannot be kept: a browser lets
 * nobody fill their fields.
 */
type Needs = Pick<Context, 'masterKey' | 'config' | 'clock'>

const COOKIE = 'waybill_typed'
const SECURE_COOKIE = '__Host-waybill_typed'
const SEAL_PURPOSE = 'typed-texts'
const VALID_SECONDS = 600
/**
 * The longest cookie: nginx, as it is set up by default, refuses an answer whose headers take more than 4 kB, and the
 * others take one of them. The longest answers are left out until it fits.
 */
const MOST_CHARS = 2_600
/** Of all answers together, far above what fits into the cookie: packing them is work that anybody can ask for. */
const MOST_TEXT_CHARS = 20_000
/** Of what is unpacked: more than any packed texts. */
const MOST_BYTES = 500_000
const FIELDS = ['name', 'company', 'email', 'note'] as const
const MOST_FIELD_CHARS = 500

const isSecure = ({ publicUrl }: Context['config']): boolean => publicUrl.protocol === 'https:'
const nameOf = (config: Context['config']): string => (isSecure(config) ? SECURE_COOKIE : COOKIE)
const optionsFor = (config: Context['config']) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

/** Keeps the texts of a refused form for ten minutes. `page`: its path, with the token of a supplier's own link. */
export function keepTyped(ctx: Needs, page: string, form: FormData, reply: FastifyReply): void {
  const value = sealMost(ctx, page, textsOf(form))
  if (value === null) return
  reply.setCookie(nameOf(ctx.config), value, { ...optionsFor(ctx.config), maxAge: VALID_SECONDS })
}

/** The texts that this browser typed last, if that was on this page; null for none, and after ten minutes. */
export function readTyped(ctx: Needs, page: string, { cookies }: FastifyRequest): TypedTexts | null {
  const value = cookies[nameOf(ctx.config)]
  if (value === undefined) return null
  try {
    const packed = ctx.masterKey.open(SEAL_PURPOSE, Buffer.from(value, 'base64url'))
    const content = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES }).toString()
    const { atMs, of, typed } = JSON.parse(content) as { atMs: number; of: string; typed: TypedTexts }
    return of === page && ctx.clock.nowMs() - atMs < VALID_SECONDS * 1_000 ? typed : null
  } catch {
    return null
  }
}

/** The form was accepted. */
export function dropTyped({ config }: Needs, { cookies }: FastifyRequest, reply: FastifyReply): void {
  if (nameOf(config) in cookies) reply.clearCookie(nameOf(config), optionsFor(config))
}

/** With as many answers as fit, the shortest first; null where not even the other texts fit. */
function sealMost(ctx: Needs, page: string, { answers, ...others }: TypedTexts): string | null {
  const shortestFirst = Object.entries(answers).toSorted(([, one], [, other]) => lengthOf(one) - lengthOf(other))
  const withFirst = (count: number) =>
    sealed(ctx, page, { ...others, answers: Object.fromEntries(shortestFirst.slice(0, count)) })
  let fitting = 0
  for (let most = shortestFirst.length; fitting < most; ) {
    const middle = Math.ceil((fitting + most) / 2)
    if (withFirst(middle).length <= MOST_CHARS) fitting = middle
    else most = middle - 1
  }
  const value = withFirst(fitting)
  return value.length <= MOST_CHARS ? value : null
}

function sealed({ masterKey, clock }: Needs, page: string, typed: TypedTexts): string {
  const content = JSON.stringify({ atMs: clock.nowMs(), of: page, typed })
  return Buffer.from(masterKey.seal(SEAL_PURPOSE, deflateRawSync(content).toString('base64'))).toString('base64url')
}

function textsOf(form: FormData): TypedTexts {
  const typed: TypedTexts = { name: '', company: '', email: '', note: '', answers: {} }
  const answers = new Map<string, string[]>()
  let chars = 0
  for (const [field, value] of form) {
    if (typeof value !== 'string' || value === '' || !value.isWellFormed() || value.includes('\0')) continue
    const own = FIELDS.find((one) => one === field)
    if (own !== undefined) typed[own] = value.slice(0, MOST_FIELD_CHARS)
    if (!field.startsWith(ANSWER_FIELD)) continue
    const item = field.slice(ANSWER_FIELD.length, ANSWER_FIELD.length + 64)
    const before = answers.get(item) ?? []
    const kept = value.slice(0, ANSWER_MAX_CHARS.long)
    const isMuch = before.length === MAX_OPTIONS || (before.length === 0 && answers.size === MAX_ANSWERS)
    if (isMuch || chars + kept.length > MOST_TEXT_CHARS) continue
    chars += kept.length
    answers.set(item, [...before, kept])
  }
  return { ...typed, answers: Object.fromEntries(answers) }
}

const lengthOf = (texts: readonly string[]) => texts.join('').length
