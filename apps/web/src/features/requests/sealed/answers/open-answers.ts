import type { OpeningKeys } from '@waybill/sealing/opening-keys'
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
  const opened: OpenedAnswer[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(slug, { supplier, after }, signal)
    const ready = page.answers.map(async (row) => ({
      ...row,
      answer: await openAnswer(keys, row.item, row.answer).catch(() => null),
    }))
    opened.push(...(await Promise.all(ready)))
    after = page.next
  }
  return opened
}

const readPage = (
  slug: string,
  query: { supplier?: string | undefined; after?: string | undefined },
  signal: AbortSignal | undefined,
) => call('listSealedAnswers', { params: { request: slug }, query, signal })
