import type { BodyOf, Endpoints, ReplyOf } from '@waybill/contract'
import { Problem } from '@waybill/contract/core/problems'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'

export type Preview = ReplyOf<Endpoints['previewFile']>

export type PreviewState =
  | { phase: 'loading'; isRetry: boolean }
  | { phase: 'shown'; preview: Preview }
  | { phase: 'failed'; error: unknown }

const LOADING: PreviewState = { phase: 'loading', isRetry: false }
/** How often a busy server is asked again. */
const MOST_TRIES = 5

/**
 * What the server shows of a file. Each file is asked for once, when somebody looks at it: nothing is fetched ahead,
 * because the record names what was looked at.
 */
export function usePreview(link: { slug: string; user: string | null }, file: string) {
  const { slug, user } = link
  const [latest, setLatest] = useState<{ file: string; state: PreviewState }>({ file, state: LOADING })
  const [round, setRound] = useState(0)
  const kept = useRef(new Map<string, Preview>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for the same file again
  useEffect(() => {
    const leaving = new AbortController()
    const setState = (state: PreviewState) => setLatest({ file, state })
    const known = kept.current.get(file)
    if (known !== undefined) {
      setState({ phase: 'shown', preview: known })
      return
    }
    setState(LOADING)
    const onRetry = () => setState({ phase: 'loading', isRetry: true })
    askPatiently({ slug, ...(user === null ? {} : { user }), file }, { signal: leaving.signal, onRetry }).then(
      (preview) => {
        kept.current.set(file, preview)
        if (!leaving.signal.aborted) setState({ phase: 'shown', preview })
      },
      (error) => !leaving.signal.aborted && setState({ phase: 'failed', error }),
    )
    return () => leaving.abort()
  }, [slug, user, file, round])
  const again = () => {
    kept.current.delete(file)
    setRound(round + 1)
  }
  // What was shown of the file before says nothing about this one.
  return { state: latest.file === file ? latest.state : LOADING, again }
}

async function askPatiently(
  body: BodyOf<Endpoints['previewFile']>,
  options: { signal: AbortSignal; onRetry: () => void },
): Promise<Preview> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call('previewFile', { body, ...options })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'busy' || tries === MOST_TRIES) throw error
      const { retryAfterSeconds = 3 } = error.facts as { retryAfterSeconds?: number }
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000))
      options.signal.throwIfAborted()
    }
  }
}
