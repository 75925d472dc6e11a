import { dropInvisible } from '@waybill/contract/core/invisible'
import { Problem } from '@waybill/contract/core/problems'
import { isSameAnswer, judgeAnswer } from '@waybill/contract/requests/questions'
import { judgeSealedAnswer, readSealedAnswer } from '@waybill/contract/requests/sealed-answer'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { countHourBytes, type NewAnswer, readAnswers } from '../answer-store.ts'
import { type ItemRow, listItems } from '../content-store.ts'
import type { RequestRow } from '../request-store.ts'
import { keyIdOf } from '../sealing/sealed-files.ts'
import { listProgress } from '../submission-progress-store.ts'

/**
 * Answers do not count as storage. Through one request come at most so many bytes of them in an hour, so that a link
 * does not fill the database. Sealing makes answers longer.
 */
const HOUR_BYTES = { plain: 5_000_000, sealed: 15_000_000 }
const RETRY_SECONDS = 600

/** What is known before a supplier answers. */
export interface Known {
  items: ReadonlyArray<Pick<ItemRow, 'id' | 'kind' | 'options' | 'takes_several'>>
  /** By item. */
  states: ReadonlyMap<string, string>
  answers: ReadonlyMap<string, readonly string[]>
}

export async function readKnown(db: Kysely<Database>, requestId: string, supplierId: string | null): Promise<Known> {
  const items = await listItems(db, requestId)
  if (supplierId === null) return { items, states: new Map(), answers: new Map() }
  const progress = await listProgress(db, supplierId)
  return {
    items,
    states: new Map(progress.map(({ item_id, state }) => [item_id, state])),
    answers: await readAnswers(db, supplierId),
  }
}

/**
 * The answers that change something: neither repeated nor the ones that the request has already.
 *
 * @throws Problem 'item-not-found' | 'item-accepted' | 'answer-unfit' {item, because}
 */
export function requireAnswers(
  { sealing }: Pick<RequestRow, 'sealing'>,
  { items, states, answers }: Known,
  typed: readonly NewAnswer[],
): NewAnswer[] {
  const known = new Map(items.map((item) => [item.id, item]))
  const judge = sealing ? sealedJudge(sealing) : judgePlain
  const seen = new Set<string>()
  return typed.flatMap(({ item: id, answer: raw }) => {
    const item = known.get(id)
    if (item === undefined) throw new Problem('item-not-found', { item: id })
    const answer = sealing ? [...raw] : trimmed(item.kind, raw)
    const because = judge(item, answer) ?? (seen.has(id) ? 'twice' : null)
    if (because !== null) throw new Problem('answer-unfit', { item: id, because })
    seen.add(id)
    const state = states.get(id)
    const isKnown = state !== undefined && state !== 'sent-back' && isSameAnswer(answers.get(id) ?? [], answer)
    if (isKnown) return []
    if (state === 'accepted') throw new Problem('item-accepted', { item: id })
    return [{ item: id, answer }]
  })
}

type Judge = (item: Known['items'][number], answer: readonly string[]) => string | null

/** A page that was opened when the request was still sealed would leave what nobody can read. */
const judgePlain: Judge = ({ kind, options, takes_several: takesSeveral }, answer) =>
  judgeAnswer({ kind, options, takesSeveral }, answer) ?? (answer.some(readSealedAnswer) ? 'sealed' : null)

function sealedJudge(sealing: NonNullable<RequestRow['sealing']>): Judge {
  const keyId = keyIdOf(sealing)
  return ({ kind }, answer) => judgeSealedAnswer(kind, answer, (named) => keyId.equals(named))
}

/** A text of joiners shows nothing: it is empty. */
function trimmed(kind: ItemRow['kind'], answer: readonly string[]): string[] {
  return answer
    .map((text) => (dropInvisible(text).trim() === '' ? '' : text.trim()))
    .map((text) => (kind === 'long' ? text : text.replace(/\s+/g, ' ')))
}

/** @throws Problem 'link-busy' where too many came within the hour */
export async function requireFewAnswers(
  db: Kysely<Database>,
  { id, sealing }: Pick<RequestRow, 'id' | 'sealing'>,
  answers: readonly NewAnswer[],
): Promise<void> {
  if (answers.length === 0) return
  const bytes = answers.reduce((sum, { answer }) => sum + Buffer.byteLength(answer.join('')), 0)
  if ((await countHourBytes(db, id)) + bytes <= HOUR_BYTES[sealing ? 'sealed' : 'plain']) return
  throw new Problem('link-busy', { retryAfterSeconds: RETRY_SECONDS })
}

/** Both, with what is known read first; most submissions have no answers, and read nothing. */
export async function judgeTyped(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id' | 'sealing'>,
  supplierId: string | null,
  typed: readonly NewAnswer[],
): Promise<NewAnswer[]> {
  if (typed.length === 0) return []
  const answers = requireAnswers(request, await readKnown(db, request.id, supplierId), typed)
  await requireFewAnswers(db, request, answers)
  return answers
}

/**
 * Those of kept answers that still fit: the request may have changed since they were judged.
 *
 * @throws Problem 'link-busy'
 */
export async function fittingAnswers(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id' | 'sealing'>,
  supplierId: string,
  kept: readonly NewAnswer[],
): Promise<NewAnswer[]> {
  if (kept.length === 0) return []
  const known = await readKnown(db, request.id, supplierId)
  const fitting = kept.flatMap((one) => {
    try {
      return requireAnswers(request, known, [one])
    } catch (error) {
      if (error instanceof Problem) return []
      throw error
    }
  })
  await requireFewAnswers(db, request, fitting)
  return fitting
}
