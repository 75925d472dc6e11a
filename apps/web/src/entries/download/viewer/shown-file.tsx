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
  again: () => void
}

/** What can be seen of one file, or why nothing can. */
export function ShownFile({ file, state, again }: ShownFileProps) {
  const { language } = useLanguage()
  const words = useWords(viewerWords)
  if (state.phase === 'loading') return <Note text={words.loading} />
  if (state.phase === 'failed')
    return <Note text={`${words.failed} ${failureSentence(language, state.error)}`} again={again} />
  const { kind, because, url, pages } = state.preview
  if (kind === 'none' || url === null) return <Note text={words.because[because ?? 'not-as-named']} />
  if (kind === 'text') return <TextFile file={file} url={url} />
  if (kind === 'audio' || kind === 'video') return <MediaFile file={file} kind={kind} url={url} />
  return <Pages file={file} url={url} pages={pages} again={again} />
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

interface PagesProps extends Pick<Preview, 'pages'> {
  file: ReceivedFile
  url: string
  again: () => void
}

/** Each page loads after the one before it: the server draws one at a time. */
function Pages({ file, url, pages, again }: PagesProps) {
  const words = useWords(viewerWords)
  const [loaded, setLoaded] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const most = Math.min(pages, PREVIEW_PAGES)
  const shown = Array.from({ length: Math.min(most, loaded + 1) }, (_, nth) => nth + 1)
  return (
    <div className={styles.viewerStage} data-one={pages === 1 || undefined} tabIndex={pages === 1 ? undefined : 0}>
      {shown.map((page) => (
        <img
          key={page}
          className={pages === 1 ? undefined : styles.viewerPage}
          src={`${url}/${page}`}
          alt={pages === 1 ? nameOf(file.path) : words.page(page, pages)}
          loading={page === 1 ? 'eager' : 'lazy'}
          onLoad={() => setLoaded((known) => Math.max(known, page))}
          onError={() => setFailed(true)}
        />
      ))}
      {hasFailed && <Note text={words.failed} again={again} />}
      {pages > most && loaded >= most && <p className={styles.viewerNote}>{words.firstPages(most, pages)}</p>}
    </div>
  )
}

function TextFile({ file, url }: { file: ReceivedFile; url: string }) {
  const { language } = useLanguage()
  const words = useWords(viewerWords)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same text again
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    readText(url, leaving.signal).then(setText, (failure) => !leaving.signal.aborted && setError(failure))
    return () => leaving.abort()
  }, [url, round])
  if (error !== null)
    return <Note text={`${words.failed} ${failureSentence(language, error)}`} again={() => setRound(round + 1)} />
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

function MediaFile({ file, kind: Player, url }: { file: ReceivedFile; kind: 'audio' | 'video'; url: string }) {
  const words = useWords(viewerWords)
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Note text={words.unplayable} />
  return (
    <div className={styles.viewerStage} data-one>
      <Player src={url} aria-label={nameOf(file.path)} controls autoPlay playsInline onError={() => setFailed(true)} />
    </div>
  )
}
