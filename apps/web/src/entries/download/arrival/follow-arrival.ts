import { Problem } from '@waybill/contract/core/problems'
import { routes } from '@waybill/contract/core/routes'
import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import { call } from '../../../shared/api/client.ts'
import { lookAgainSoon } from '../../../shared/loading/line.ts'
import { type ClosingCode, closingCodes } from '../slips/arrived-slip.tsx'

const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 20_000

interface Listener {
  /** `isWhole`: the message names every file that is not there, not only those that changed. */
  onNews: (news: ArrivalNews, isWhole: boolean) => void
  /** The link no longer opens; the code says why. */
  onOver: (code: ClosingCode) => void
}

/**
 * Reports how far the files are, until all are there or the link closes. Where the stream breaks, it asks once and tries
 * the stream again, ever more rarely while nothing works. Returns a function that stops it.
 */
export function followArrival(link: { slug: string; user?: string }, { onNews, onOver }: Listener): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let failures = 0
  const hear: Listener['onNews'] = (news, isWhole) => {
    if (signal.aborted) return
    failures = 0
    onNews(news, isWhole)
    if (news.state === 'whole') leaving.abort()
  }
  const follow = async () => {
    while (!signal.aborted) {
      await listen(link, hear, signal)
      if (signal.aborted) return
      try {
        hear(await call('readArrival', { body: link, signal }), true)
      } catch (error) {
        if (signal.aborted) return
        const ending = error instanceof Problem && closingCodes.find((code) => code === error.code)
        if (ending) return onOver(ending)
      }
      await lookAgainSoon(signal, Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
      failures += 1
    }
  }
  void follow()
  return () => leaving.abort()
}

/** Resolves when the stream ends, for whatever reason. */
function listen(link: Record<string, string>, hear: Listener['onNews'], signal: AbortSignal): Promise<void> {
  const source = new EventSource(`${routes.followArrival.path}?${new URLSearchParams(link)}`)
  let isFirst = true
  return new Promise<void>((resolve) => {
    source.addEventListener('arrival', ({ data }) => {
      hear(JSON.parse(data) as ArrivalNews, isFirst)
      isFirst = false
    })
    source.addEventListener('over', () => resolve())
    source.onerror = () => resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  }).finally(() => source.close())
}
