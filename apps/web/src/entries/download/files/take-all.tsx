import { formatBytes } from '@waybill/contract/core/sizes'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { nameOf } from '../../../shared/ui/files/file-tree.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { FastOffer } from '../fast/fast-offer.tsx'
import { downloadWords } from '../words/download-words.ts'
import type { ReceivedFile } from './contents.tsx'
import type { DownloadState } from './use-download.ts'

interface TakeAllProps {
  /** The only file; undefined where there are several, or it is not on the page yet. */
  only: ReceivedFile | undefined
  hasAny: boolean
  zipBytes: number
  isFocused: boolean
  state: DownloadState
  /** Null where no fast download is offered. */
  link: { slug: string; user: string | null } | null
  onPlain: (selection: string) => void
}

/** The one big button, and the result of the last click beside it. A single file downloads as itself, not as a zip. */
export function TakeAll({ only, hasAny, zipBytes, isFocused, state, link, onPlain }: TakeAllProps) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  if (!hasAny) return <p className={downloadStyles.takeNothing}>{words.allWithdrawn}</p>
  const size = formatBytes(only?.bytes ?? zipBytes, language)
  return (
    <div className={downloadStyles.take}>
      <button
        type="submit"
        className={downloadStyles.takeAll}
        name="files"
        value={only?.id ?? 'all'}
        aria-busy={state.phase === 'asking'}
        // biome-ignore lint/a11y/noAutofocus: the link asks for the zip, and the reader pressed it for this button
        autoFocus={isFocused}
      >
        <Icon name="download" />
        <span>{only ? words.takeOne : words.takeAll}</span>
        <span className={`${textStyles.mono} ${downloadStyles.takeSize}`}>{only ? size : words.zip(size)}</span>
      </button>
      {link && (
        <FastOffer
          key={only?.id}
          selection={{ link, file: only?.id, suggestedName: only ? nameOf(only.path) : `waybill-${link.slug}.zip` }}
          bytes={only?.bytes ?? zipBytes}
          onPlain={() => onPlain(only?.id ?? 'all')}
        />
      )}
      <PressState state={state} />
    </div>
  )
}

/** Screen readers read it as it changes; they read a failure at once. */
export function PressState({ state }: { state: DownloadState }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <div className={downloadStyles.takeState}>
      <p role="status">
        {state.phase === 'asking' && (state.isRetry ? words.askingAgain : words.asking)}
        {state.phase === 'handed' && (
          <>
            <Icon name="done" size={16} /> {words.handed(state.link.name, formatBytes(state.link.bytes, language))}
          </>
        )}
      </p>
      <p role="alert" className={downloadStyles.takeFailed}>
        {state.phase === 'failed' && (
          <>
            <Icon name="warning" size={16} /> {words.failed} {failureSentence(language, state.error)}
          </>
        )}
      </p>
    </div>
  )
}
