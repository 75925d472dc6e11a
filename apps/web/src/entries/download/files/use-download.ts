import { Problem } from '@waybill/contract/core/problems'
import type { ActivePage } from '@waybill/contract/downloads/page-props'
import { useRef, useState } from 'react'
import { type LinkSelection, makeRequestLink, type PlainLink } from './request-link.ts'

/**
 * The state of the last click. 'handed' is all that a page can know: the browser's own downloads continue from there.
 */
export type DownloadState =
  | { phase: 'idle' }
  | { phase: 'asking'; isRetry: boolean }
  | { phase: 'handed'; link: PlainLink }
  | { phase: 'failed'; error: unknown }

interface Download {
  state: DownloadState
  /** Downloads everything, or one file; a click while another is being answered does nothing. */
  press: (selection: LinkSelection) => void
  /** Plays one recording, which is a download like any other. */
  play: (file: string) => void
  playing: ActivePage['playing']
}

/** `problem` and `playing` are what came of a click before the page was drawn. */
export function useDownload(
  link: { slug: string; user: string | null },
  { problem, playing: first }: Pick<ActivePage, 'problem' | 'playing'>,
): Download {
  const [state, setState] = useState<DownloadState>(() =>
    problem === null ? { phase: 'idle' } : { phase: 'failed', error: new Problem(problem) },
  )
  const [playing, setPlaying] = useState(first)
  const kept = useRef<ReturnType<typeof makeRequestLink> | null>(null)
  kept.current ??= makeRequestLink(link)
  const requestLink = kept.current

  async function ask(selection: LinkSelection, isPlayed: boolean): Promise<void> {
    setState({ phase: 'asking', isRetry: false })
    try {
      const plainLink = await requestLink(selection, () => setState({ phase: 'asking', isRetry: true }))
      if (isPlayed) {
        setPlaying({ file: selection, url: plainLink.url })
        setState({ phase: 'idle' })
        return
      }
      handOver(plainLink.url)
      setState({ phase: 'handed', link: plainLink })
    } catch (error) {
      setState({ phase: 'failed', error })
    }
  }

  const press = (selection: LinkSelection, isPlayed = false) => {
    if (state.phase !== 'asking') void ask(selection, isPlayed)
  }
  return { state, press, play: (file) => press(file, true), playing }
}

/** A clicked link, not a navigation: if it fails, the page stays. */
function handOver(url: string): void {
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = ''
  anchor.click()
}
