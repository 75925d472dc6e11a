import type { CannedAnswer } from '@waybill/contract/conversations/desk-endpoints'
import { MAX_CANNED } from '@waybill/contract/conversations/rules'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { keepCanned, listCanned, removeCanned } from './canned-answer-store.ts'
import { judgeText } from './write-message.ts'

type Answers = { answers: CannedAnswer[] }

/** The answers that operators insert, by title. */
export async function listCannedAnswers({ db }: Pick<Context, 'db'>): Promise<Answers> {
  const rows = await listCanned(db)
  return { answers: rows.map(({ id, title, body }) => ({ _id: id, title, text: body })) }
}

/** @throws Problem 'conversation-text-empty' | 'conversation-text-too-long' {limit} | 'too-many-canned' {limit} */
export async function saveCannedAnswer(
  ctx: Pick<Context, 'db'>,
  { title, text }: { title: string; text: string },
): Promise<Answers> {
  const body = judgeText(text)
  await ctx.db.transaction().execute(async (tx) => {
    if ((await keepCanned(tx, { title, body })) > MAX_CANNED)
      throw new Problem('too-many-canned', { limit: MAX_CANNED })
    await noteSecurityIn(tx, { event: 'canned-answer-changed', outcome: 'ok', facts: { change: 'saved' } })
  })
  return listCannedAnswers(ctx)
}

/** @throws Problem 'canned-answer-not-found' */
export async function deleteCannedAnswer(ctx: Pick<Context, 'db'>, id: string): Promise<Answers> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await removeCanned(tx, id))) throw new Problem('canned-answer-not-found')
    await noteSecurityIn(tx, { event: 'canned-answer-changed', outcome: 'ok', facts: { change: 'deleted' } })
  })
  return listCannedAnswers(ctx)
}
