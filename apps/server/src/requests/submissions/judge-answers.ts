import { Problem } from '@waybill/contract/core/problems'
import { isSameAnswer, judgeAnswer } from '@waybill/contract/requests/questions'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { type NewAnswer, readAnswers } from '../answer-store.ts'
import { type ItemRow, listItems } from '../content-store.ts'
import type { RequestRow } from '../request-store.ts'
import { listProgress } from '../submission-progress-store.ts'

/** What is known before a supplier answers. */
interface Known {
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
  const seen = new Set<string>()
  return typed.flatMap(({ item: id, answer: raw }) => {
    const item = known.get(id)
    if (item === undefined) throw new Problem('item-not-found', { item: id })
    const answer = trimmed(item.kind, raw)
    const { kind, options, takes_several: takesSeveral } = item
    const fault = judgeAnswer({ kind, options, takesSeveral }, answer)
    // A second answer to the same question, and any answer in a request whose content is sealed.
    const because = fault ?? (seen.has(id) ? 'twice' : sealing ? 'sealed' : null)
    if (because !== null) throw new Problem('answer-unfit', { item: id, because })
    seen.add(id)
    const state = states.get(id)
    const isKnown = state !== undefined && state !== 'sent-back' && isSameAnswer(answers.get(id) ?? [], answer)
    if (isKnown) return []
    if (state === 'accepted') throw new Problem('item-accepted', { item: id })
    return [{ item: id, answer }]
  })
}

const trimmed = (kind: ItemRow['kind'], answer: readonly string[]): string[] =>
  answer.map((text) => (kind === 'long' ? text.trim() : text.replace(/\s+/g, ' ').trim()))

/** The same, with what is known read first; most submissions have no answers, and read nothing. */
export async function judgeTyped(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id' | 'sealing'>,
  supplierId: string | null,
  typed: readonly NewAnswer[],
): Promise<NewAnswer[]> {
  return typed.length === 0 ? [] : requireAnswers(request, await readKnown(db, request.id, supplierId), typed)
}

/** Those of kept answers that still fit: the request may have changed since they were judged. */
export async function fittingAnswers(
  db: Kysely<Database>,
  request: Pick<RequestRow, 'id' | 'sealing'>,
  supplierId: string,
  kept: readonly NewAnswer[],
): Promise<NewAnswer[]> {
  if (kept.length === 0) return []
  const known = await readKnown(db, request.id, supplierId)
  return kept.flatMap((one) => {
    try {
      return requireAnswers(request, known, [one])
    } catch (error) {
      if (error instanceof Problem) return []
      throw error
    }
  })
}
