import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { allPages } from '../../../../shared/api/all-pages.ts'
import { call } from '../../../../shared/api/client.ts'
import { loadSealing } from '../../../../shared/sealing/load-sealing.ts'

export interface OpenedAnswer {
  submission: string
  supplier: string
  item: string
  answeredAt: string
  isCurrent: boolean
  /** Null: it was altered since it was sealed, or put under another question. */
  answer: string[] | null
}

interface Wanted {
  /** Its suppliers' answers; everybody's where none is named. */
  supplier?: string | undefined
  signal?: AbortSignal | undefined
}

/** Every sealed answer of a request, opened here. Rejects as the calls do. */
export async function openAnswers(
  slug: string,
  keys: OpeningKeys,
  { supplier, signal }: Wanted = {},
): Promise<OpenedAnswer[]> {
  const { openAnswer } = await loadSealing()
  const rows = await allPages(async (after) => {
    const query = { supplier, after }
    const { answers, next } = await call('listSealedAnswers', { params: { request: slug }, query, signal })
    return { rows: answers, next }
  })
  const ready = rows.map(async (row) => ({
    ...row,
    answer: await openAnswer(keys, row.item, row.answer).catch(() => null),
  }))
  return Promise.all(ready)
}

/** The last answer of each supplier to each question, by supplier and item. */
export function currentAnswers(
  opened: readonly OpenedAnswer[],
): (supplier: string, item: string) => OpenedAnswer | undefined {
  const current = new Map(
    opened.filter(({ isCurrent }) => isCurrent).map((one) => [`${one.supplier} ${one.item}`, one]),
  )
  return (supplier, item) => current.get(`${supplier} ${item}`)
}
