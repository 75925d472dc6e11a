import { formatBytes } from '@waybill/contract/core/sizes'
import { PREVIEW_PAGES, PREVIEW_TEXT_BYTES } from '@waybill/contract/downloads/previews'
import { useEffect, useState } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { ReceivedFile } from '../files/contents.tsx'
import { decodeText } from './decode-text.ts'
import type { Preview, PreviewState } from './use-preview.ts'
import styles from './viewer.module.css'
import { viewerWords } from './words/viewer-words.ts'

interface ShownFileProps {
  file: ReceivedFile
  state: PreviewState
  /** Asks for the preview once more. */
  again: () => void
  /** The picture is shown smaller than it is. */
  onShrunk: () => void
  isFull: boolean
}

/** What can be seen of one file, or why nothing can. */
export function ShownFile({ file, state, again, ...picture }: ShownFileProps) {
  const { language } = useLanguage()
  const words = useWords(viewerWords)
  if (state.phase === 'loading') return <Note text={state.isRetry ? words.stillLoading : words.loading} />
  if (state.phase === 'failed')
    return <Note text={`${words.failed} ${failureSentence(language, state.error)}`} again={again} />
  const { kind, because, url, pages } = state.preview
  if (kind === 'none' || url === null) return <Note text={words.because[because ?? 'not-as-named']} />
  if (kind === 'text') return <TextFile file={file} url={url} again={again} />
  if (kind === 'audio' || kind === 'video') return <MediaFile file={file} kind={kind} url={url} again={again} />
  return <Pages file={file} url={url} pages={pages} again={again} {...picture} />
}

function Note({ text, again }: { text: string; again?: () => void }) {
  const words = useWords(viewerWords)
  return (
    <div className={styles.viewerNote}>
      <p role="status">{text}</p>
      {again && (
        <button type="button" className={textStyles.quietButton} onClick={again}>
          {words.again}
        </button>
      )}
    </div>
  )
}

/** How often a page is asked for again by itself: the server may be busy with the pages of others. */
const MOST_RETRIES = 3
const WAIT_MS = 3_000

type PagesProps = Pick<Preview, 'pages'> & Omit<ShownFileProps, 'state'> & { url: string }

/** Each page loads after the one before it: the server draws one at a time. */
function Pages({ file, url, pages, again, onShrunk, isFull }: PagesProps) {
  const words = useWords(viewerWords)
  const [loaded, setLoaded] = useState(0)
  const [retries, setRetries] = useState<Readonly<Record<number, number>>>({})
  const [hasFailed, setFailed] = useState(false)
  const most = Math.min(pages, PREVIEW_PAGES)
  const shown = Array.from({ length: Math.min(most, loaded + 1) }, (_, nth) => nth + 1)
  const load = (page: number, { naturalWidth, width }: HTMLImageElement) => {
    setLoaded((known) => Math.max(known, page))
    if (pages === 1 && naturalWidth > width) onShrunk()
  }
  const fail = (page: number) => {
    const { [page]: tried = 0 } = retries
    if (tried === MOST_RETRIES) setFailed(true)
    else setTimeout(() => setRetries((known) => ({ ...known, [page]: tried + 1 })), WAIT_MS)
  }
  const isOne = pages === 1 && !isFull
  return (
    <div
      className={styles.viewerStage}
      data-one={isOne || undefined}
      data-full={isFull || undefined}
      tabIndex={isOne ? undefined : 0}
    >
      {shown.map((page) => (
        <img
          key={`${page} ${retries[page] ?? 0}`}
          className={pages === 1 ? undefined : styles.viewerPage}
          src={`${url}/${page}`}
          alt={pages === 1 ? nameOf(file.path) : words.page(page, pages)}
          loading={page === 1 ? 'eager' : 'lazy'}
          onLoad={(event) => load(page, event.currentTarget)}
          onError={() => fail(page)}
        />
      ))}
      {hasFailed && <Note text={words.failed} again={again} />}
      {pages > most && loaded >= most && <p className={styles.viewerNote}>{words.firstPages(most, pages)}</p>}
    </div>
  )
}

function TextFile({ file, url, again }: Pick<ShownFileProps, 'file' | 'again'> & { url: string }) {
  const { language } = useLanguage()
  const words = useWords(viewerWords)
  const [text, setText] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    readText(url, leaving.signal).then(setText, () => !leaving.signal.aborted && setFailed(true))
    return () => leaving.abort()
  }, [url])
  if (hasFailed) return <Note text={words.failed} again={again} />
  if (text === null) return <Note text={words.loading} />
  return (
    <div className={styles.viewerStage}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys */}
      <pre className={textStyles.mono} dir="auto" tabIndex={0}>
        {text}
      </pre>
      {file.bytes > PREVIEW_TEXT_BYTES && (
        <p className={styles.viewerNote}>
          {words.beginning(formatBytes(PREVIEW_TEXT_BYTES, language), formatBytes(file.bytes, language))}
        </p>
      )}
    </div>
  )
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`the text was answered with ${answer.status}`)
  return decodeText(new Uint8Array(await answer.arrayBuffer()))
}

interface MediaFileProps extends Pick<ShownFileProps, 'file' | 'again'> {
  kind: 'audio' | 'video'
  url: string
}

function MediaFile({ file, kind: Player, url, again }: MediaFileProps) {
  const words = useWords(viewerWords)
  const [failure, setFailure] = useState<number | null>(null)
  if (failure !== null) {
    // Browsers name a refused link and an unknown format alike: the next press tells which of them it is.
    const text = failure === MediaError.MEDIA_ERR_NETWORK ? words.failed : words.unplayable
    return <Note text={text} again={again} />
  }
  return (
    <div className={styles.viewerStage} data-one>
      <Player
        src={url}
        aria-label={nameOf(file.path)}
        controls
        autoPlay
        playsInline
        onError={({ currentTarget: { error } }) => setFailure(error?.code ?? 0)}
      />
    </div>
  )
}
