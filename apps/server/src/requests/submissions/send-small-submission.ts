import { createHash } from 'node:crypto'
import { cleanText } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import { ANSWER_FIELD, ANSWER_MAX_CHARS, MAX_ANSWERS, MAX_OPTIONS } from '@waybill/contract/requests/questions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { paths } from '../../platform/links.ts'
import { pageAfter } from '../public-page/answer-forms.ts'
import { dropTyped } from '../public-page/typed-texts.ts'
import { completeSubmission } from './complete-submission.ts'
import { planSubmission } from './plan-submission.ts'
import { sendAnswers } from './send-answers.ts'
import { uploadFromMemory } from './send-bytes.ts'

type Needs = Parameters<typeof planSubmission>[0] &
  Pick<Context, 'connection' | 'nodeId' | 'hashing' | 'log' | 'geo' | 'clock'>

const WORDS = ['user', 'name', 'company', 'email', 'note', 'timeZone']
const MOST_CHARS = 500

/**
 * Files and answers from a plain form, for browsers without scripts: checked, stored and reported like any submission.
 *
 * @throws Problem as the contract's `sendSmallSubmission` names them
 */
export async function sendSmallSubmission(
  ctx: Needs,
  slug: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> {
  const form = request.body
  if (!(form instanceof FormData)) throw new Problem('invalid-input', { where: 'body', field: '' })
  const { words, files, answers } = await readForm(form)
  const path = paths.request(slug, words.user === '' ? undefined : words.user)
  const received = async (submission: string): Promise<undefined> => {
    dropTyped(ctx, request, reply)
    await reply.redirect(pageAfter(request, path, { received: submission }), 303)
    return undefined
  }
  if (files.length === 0) {
    const { receipt } = await sendAnswers(ctx, { ...words, slug, answers }, { request, reply })
    return received(receipt._id)
  }
  const body = { ...words, slug, answers, files: files.map(({ wanted }) => wanted), effectiveType: 'other' as const }
  const { plan } = await planSubmission(ctx, body, { request, reply, origins: [] })
  // A resumed upload may have its files in another order.
  const byFingerprint = new Map(files.map(({ wanted, content }) => [wanted.fingerprint, content]))
  await uploadFromMemory(
    ctx,
    plan,
    plan.files.map(({ fingerprint }) => byFingerprint.get(fingerprint) ?? Buffer.alloc(0)),
  )
  const receipt = await completeSubmission(ctx, request.actor, plan)
  return received(receipt._id)
}

async function readForm(form: FormData) {
  const words = { user: '', name: '', company: '', email: '', note: '' }
  const files: Array<{
    wanted: { path: string; bytes: number; modifiedAt: number; fingerprint: string; item: string }
    content: Buffer
  }> = []
  const answers = new Map<string, string[]>()
  for (const [field, value] of form) {
    if (typeof value === 'string' && field.startsWith(ANSWER_FIELD)) {
      readAnswer(answers, field, value)
      continue
    }
    if (typeof value === 'string') {
      if (!WORDS.includes(field) || value.length > MOST_CHARS || !value.isWellFormed() || value.includes('\0')) {
        throw new Problem('invalid-input', { where: 'body', field: field.slice(0, 64) })
      }
      if (field in words) words[field as keyof typeof words] = value
      continue
    }
    // For an empty file field, a browser sends a file without a name.
    if (value.name === '' && value.size === 0) continue
    const content = Buffer.from(await value.arrayBuffer())
    const sum = createHash('sha256')
      .update(JSON.stringify([field, value.name]))
      .update(content)
      .digest('hex')
    const wanted = {
      path: value.name.slice(0, 1_000),
      bytes: content.length,
      modifiedAt: 0,
      fingerprint: sum,
      item: field.slice(0, 64),
    }
    files.push({ wanted, content })
  }
  if (files.length === 0 && answers.size === 0) throw new Problem('invalid-input', { where: 'body', field: 'files' })
  return { words, files, answers: [...answers].map(([item, answer]) => ({ item, answer })) }
}

/** A browser sends every text field, also the empty ones: those answer nothing. */
function readAnswer(answers: Map<string, string[]>, field: string, typed: string): void {
  const value = cleanText(typed)
  if (value.trim() === '') return
  const item = field.slice(ANSWER_FIELD.length, ANSWER_FIELD.length + 64)
  const answer = [...(answers.get(item) ?? []), value]
  answers.set(item, answer)
  const isMuch = value.length > ANSWER_MAX_CHARS.long || answer.length > MAX_OPTIONS || answers.size > MAX_ANSWERS
  if (isMuch || !value.isWellFormed() || value.includes('\0')) {
    throw new Problem('invalid-input', { where: 'body', field: field.slice(0, 64) })
  }
}
