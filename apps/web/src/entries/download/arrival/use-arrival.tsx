import { formatBytes } from '@waybill/contract/core/sizes'
import type { ActivePage } from '@waybill/contract/downloads/page-props'
import type { ArrivalView } from '@waybill/contract/transfers/arrival'
import { type ReactNode, useEffect, useState } from 'react'
import contentsStyles from '../../../shared/served-page/contents.module.css'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { percentThere } from '../../../shared/upload/percent-there.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { ReceivedFile } from '../files/contents.tsx'
import { PressState } from '../files/take-all.tsx'
import type { DownloadState } from '../files/use-download.ts'
import type { ClosingCode } from '../slips/arrived-slip.tsx'
import { downloadWords } from '../words/download-words.ts'
import { type ArrivalState, fileNow, hearArrival } from './arrival-state.ts'
import { followArrival } from './follow-arrival.ts'
import { arrivalWords } from './words/arrival-words.ts'

/** What the page shows while the files of its transfer are still uploaded. */
export interface Arrival {
  /** Not all files are there. */
  isOpen: boolean
  now: (file: ReceivedFile) => ReceivedFile
  /** Under the sender: how far it is. */
  head: ReactNode
  /** Under a file's name; null once all files are there. */
  noteOf: (file: ReceivedFile) => ReactNode
  /** A disabled button that says what it waits for; null where the download button may show. */
  take: (state: DownloadState, only: ReceivedFile | undefined) => ReactNode
}

export type UseArrival = (page: ActivePage, onClosed: (code: ClosingCode) => void) => Arrival | null

/** Follows how far the files are. `page.transfer.arrival` is there, and stays as it came with the page. */
export const useArrival: UseArrival = ({ transfer, part, user }, onClosed) => {
  const { slug, arrival: first } = transfer
  const [state, setState] = useState<ArrivalState | null>(first ? { view: first, away: null } : null)
  useEffect(() => {
    if (!first) return
    return followArrival(user === null ? { slug } : { slug, user }, {
      onNews: (news, isWhole) => {
        // Files that never arrived have left the transfer: the server knows what is in it now.
        if (news.fileCount !== first.fileCount) return location.reload()
        setState((known) => known && hearArrival(known, news, isWhole))
      },
      onOver: onClosed,
    })
  }, [first, slug, user, onClosed])
  if (!state) return null
  const isOpen = state.view.state !== 'whole'
  return {
    isOpen,
    now: (file) => fileNow(file, state),
    head: (
      <ArrivalHead
        view={state.view}
        isMailed={transfer.recipient !== null}
        startsEarly={part.files.some((file) => fileNow(file, state).arrival?.isReadable)}
      />
    ),
    noteOf: (file) => isOpen && <FileNote file={file} />,
    take: (download, only) =>
      isOpen && !(only && only.arrival?.isReadable !== false) ? (
        <TakeLater state={download} view={state.view} isAlone={transfer.arrival?.fileCount === 1} />
      ) : null,
  }
}

interface ArrivalHeadProps {
  view: ArrivalView
  isMailed: boolean
  /** Some file on its way can be downloaded already. */
  startsEarly: boolean
}

/** How far the transfer is. Screen readers announce each file that arrives, not each percent. */
function ArrivalHead({ view, isMailed, startsEarly }: ArrivalHeadProps) {
  const words = useWords(arrivalWords)
  const { language } = useLanguage()
  const hasScripts = useHasScripts()
  const { state, filesThere, fileCount, arrivedBytes, totalBytes } = view
  const isBroken = state === 'broken'
  const told = [
    isBroken && words.brokenText,
    isBroken && isMailed && words.mailed,
    startsEarly && words.startsNow,
    !hasScripts && words.reload,
  ]
  const percent = percentThere(arrivedBytes, totalBytes)
  return (
    <section className={downloadStyles.arrival} aria-label={words.name}>
      <p role="status">{state === 'whole' ? words.whole(fileCount) : words[state](filesThere, fileCount)}</p>
      {state !== 'whole' && (
        <>
          <progress max={Math.max(1, totalBytes)} value={arrivedBytes} aria-label={words.name} />
          <p className={textStyles.mono}>
            {words.amount(percent, formatBytes(arrivedBytes, language), formatBytes(totalBytes, language))}
          </p>
          <p className={textStyles.soft}>{told.filter(Boolean).join(' ')}</p>
        </>
      )}
    </section>
  )
}

function FileNote({ file: { arrival, bytes, isWithdrawn } }: { file: ReceivedFile }) {
  const words = useWords(arrivalWords)
  if (isWithdrawn) return null
  const percent = percentThere(arrival?.bytes ?? 0, bytes)
  if (arrival === undefined) return <span className={textStyles.soft}> · {words.there}</span>
  const isHeld = arrival.state === 'arriving' && !arrival.isReadable
  if (isHeld && arrival.bytes >= bytes) return <span className={contentsStyles.fileNote}>{words.thereHeld}</span>
  const told = arrival.state === 'missing' ? words.missing : isHeld ? words.onItsWayHeld : words.onItsWay
  return <span className={contentsStyles.fileNote}>{told(percent)}</span>
}

interface TakeLaterProps {
  state: DownloadState
  view: ArrivalView
  isAlone: boolean
}

/** The big button while it has to wait, and why. */
function TakeLater({ state, view, isAlone }: TakeLaterProps) {
  const words = useWords(arrivalWords)
  const { takeAll, takeOne } = useWords(downloadWords)
  const isBroken = view.state === 'broken'
  const why = isAlone ? (isBroken ? 'oneBroken' : 'oneWaits') : isBroken ? 'zipBroken' : 'zipWaits'
  return (
    <div className={downloadStyles.take}>
      <button type="submit" className={downloadStyles.takeAll} disabled aria-describedby="take-later">
        <Icon name="download" />
        <span>{isAlone ? takeOne : takeAll}</span>
      </button>
      <div className={downloadStyles.takeState}>
        <p id="take-later">{words[why]}</p>
      </div>
      <PressState state={state} />
    </div>
  )
}
