import { formatBytes } from '@waybill/contract/sizes'
import { failureSentence } from '../api/problem-words.ts'
import { Icon } from '../ui/icons.tsx'
import { downloadWords } from '../words/download.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import type { ReceivedFile } from './contents.tsx'
import type { DownloadState } from './use-download.ts'

interface TakeAllProps {
  files: readonly ReceivedFile[]
  zipBytes: number
  isFocused: boolean
  state: DownloadState
}

/** The one big button, and beside it what became of the last press. A single file is taken as itself, not as a zip. */
export function TakeAll({ files, zipBytes, isFocused, state }: TakeAllProps) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const [first] = files
  if (!first) return <p className="take-nothing">{words.allWithdrawn}</p>
  const isOne = files.length === 1
  const size = formatBytes(isOne ? first.bytes : zipBytes, language)
  return (
    <div className="take">
      <button
        type="submit"
        className="take-all"
        name="files"
        value={isOne ? first.id : 'all'}
        aria-busy={state.phase === 'asking'}
        // biome-ignore lint/a11y/noAutofocus: the link asks for the zip, and the reader pressed it for this button
        autoFocus={isFocused}
      >
        <Icon name="download" />
        <span>{isOne ? words.takeOne : words.takeAll}</span>
        <span className="mono take-size">{isOne ? size : words.zip(size)}</span>
      </button>
      <PressState state={state} />
    </div>
  )
}

/** Read aloud as it changes; what failed is read at once. */
function PressState({ state }: { state: DownloadState }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <div className="take-state">
      <p role="status">
        {state.phase === 'asking' && (state.isRetry ? words.askingAgain : words.asking)}
        {state.phase === 'handed' && (
          <>
            <Icon name="done" size={16} /> {words.handed(state.link.name, formatBytes(state.link.bytes, language))}
          </>
        )}
      </p>
      <p role="alert" className="take-failed">
        {state.phase === 'failed' && (
          <>
            <Icon name="warning" size={16} /> {words.failed} {failureSentence(language, state.error)}
          </>
        )}
      </p>
    </div>
  )
}
