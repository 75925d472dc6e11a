import { Problem } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { ActivePage } from '@waybill/contract/downloads/page-props'
import { type SyntheticEvent, useEffect, useMemo } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { PlainCopyButton } from '../../../shared/served-page/copy-button.tsx'
import downloadStyles from '../../../shared/served-page/download.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { AccessLink } from '../access-link.tsx'
import type { Arrival, UseArrival } from '../arrival/use-arrival.tsx'
import { ExpiryLine } from '../expiry-line.tsx'
import { Checksums } from '../files/checksums.tsx'
import { Contents, hasPreview } from '../files/contents.tsx'
import { MoreFiles } from '../files/more-files.tsx'
import { TakeAll } from '../files/take-all.tsx'
import { type DownloadState, useDownload } from '../files/use-download.ts'
import { type Parts, useParts } from '../files/use-parts.ts'
import { SenderLine } from '../sender-line.tsx'
import { useViewer } from '../viewer/use-viewer.tsx'
import { WechatHint } from '../wechat-hint.tsx'
import { downloadWords } from '../words/download-words.ts'

interface ArrivedSlipProps {
  page: ActivePage
  /** The server has answered that the link no longer opens. */
  onClosed: (code: ClosingCode) => void
  /** Where it was sent while it uploads, and not all is there. */
  useArrival?: UseArrival | undefined
}

const nothing: UseArrival = () => null

export const closingCodes = ['transfer-expired', 'transfer-not-found', 'transfer-paused', 'link-locked'] as const
export type ClosingCode = (typeof closingCodes)[number]

/** All files of the transfer, and the download buttons. */
export function ArrivedSlip({ page, onClosed, useArrival = nothing }: ArrivedSlipProps) {
  const { transfer } = page
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const arrival = useArrival(page, onClosed)
  const parts = useParts({ slug: transfer.slug, user: page.user }, page.part, arrival?.now)
  return (
    <>
      {page.isInWechat && <WechatHint />}
      <Slip
        label={<Addressee recipient={transfer.recipient} />}
        number={transfer.slug}
        name={words.slipName(transfer.slug)}
      >
        <SenderLine transfer={transfer} count={page.part.count} />
        {arrival?.head}
        {transfer.title && (
          <h2 className={downloadStyles.titled} dir="auto">
            {transfer.title}
          </h2>
        )}
        {transfer.message.trim() !== '' && (
          <blockquote className={downloadStyles.message} aria-label={words.message} dir="auto">
            {transfer.message}
          </blockquote>
        )}
        <TakeForm page={page} parts={parts} onClosed={onClosed} arrival={arrival} />
        <p className={downloadStyles.terms}>
          <ExpiryLine expiresAt={transfer.expiresAt} />
          <span>{words.senderSees}</span>
          {mentionsScan(parts.shown) && <span>{words.scans(parts.shown.unscanned, parts.shown.standing)}</span>}
        </p>
        <div className={downloadStyles.extras}>
          <Checksums files={parts.shown.files} onOpen={parts.loadAll} />
          <PlainCopyButton text={linkHere}>{words.copyLink}</PlainCopyButton>
          {page.user !== null && transfer.recipient !== null && <AccessLink />}
          <a
            className={downloadStyles.accessLink}
            href={`/report/${transfer.slug}${page.user === null ? '' : `/${page.user}`}?lang=${language}`}
          >
            {words.reportLink}
          </a>
        </div>
      </Slip>
      {page.part.standing > 0 && <p className={downloadStyles.after}>{words.interrupted}</p>}
    </>
  )
}

function Addressee({ recipient }: { recipient: string | null }) {
  const words = useWords(downloadWords)
  if (recipient === null) return words.forAnyone
  return (
    <>
      {words.forRecipient} <bdi className={downloadStyles.addressee}>{recipient}</bdi>
    </>
  )
}

/** Beside a withdrawn file, 'nothing found' would be wrong. */
const mentionsScan = ({ count, standing, unscanned }: Parts['shown']) => unscanned > 0 || standing === count

const linkHere = () => location.origin + location.pathname

/** So many pictures are worth a gallery. */
const GALLERY_FROM = 4

function GalleryButton({ onPress }: { onPress: () => void }) {
  const words = useWords(downloadWords)
  return (
    <p className={downloadStyles.liveOnly}>
      <button type="button" className={textStyles.quietButton} onClick={onPress}>
        {words.gallery}
      </button>
    </p>
  )
}

/** The path of the thumbnail of each file that has one. */
const thumbnailsOf = (drawn: readonly string[], { slug, pass }: { slug: string; pass: string }) =>
  new Map(drawn.map((id) => [id, `/thumbnails/${slug}/${pass}/${id}`]))

/** Tells once the server has answered that the link no longer opens. */
function useClosing(state: DownloadState, onClosed: ArrivedSlipProps['onClosed']): void {
  const failed = state.phase === 'failed' && state.error instanceof Problem ? state.error.code : null
  const code = closingCodes.find((closing) => closing === failed)
  useEffect(() => {
    if (code !== undefined) onClosed(code)
  }, [code, onClosed])
}

function takePressed(
  event: SyntheticEvent<HTMLFormElement, SubmitEvent>,
  { press, play }: Pick<ReturnType<typeof useDownload>, 'press' | 'play'>,
): void {
  event.preventDefault()
  const { submitter } = event.nativeEvent
  if (!(submitter instanceof HTMLButtonElement)) press('all')
  else if (submitter.name === 'play') play(submitter.value)
  else press(submitter.value)
}

interface TakeFormProps extends ArrivedSlipProps {
  parts: Parts
  arrival: Arrival | null
}

/** One form: each button names what it downloads. Without scripts the server answers it; with them the page does. */
function TakeForm({ page, parts, onClosed, arrival }: TakeFormProps) {
  const { slug, totalBytes, zipBytes } = page.transfer
  const { files, folders, drawn, count, standing } = parts.shown
  const thumbnails = useMemo(
    () => thumbnailsOf(drawn, { slug, pass: page.picturePass }),
    [drawn, slug, page.picturePass],
  )
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const { state, press, play, playing } = useDownload({ slug, user: page.user }, page)
  useClosing(state, onClosed)
  const { Viewer, first, hasFailed, look, close } = useViewer(parts.loadAll)
  const hasScripts = useHasScripts()
  const only = standing === 1 ? files.find((file) => !file.isWithdrawn) : undefined
  const seen = page.hasPreviews ? files.filter(hasPreview) : []
  return (
    <form method="post" action="/increment" onSubmit={(event) => takePressed(event, { press, play })}>
      <input type="hidden" name="slug" value={slug} />
      {page.user !== null && <input type="hidden" name="user" value={page.user} />}
      <h2 className={textStyles.unseen}>{words.contents}</h2>
      <Contents
        files={files}
        folders={folders}
        count={count}
        playing={playing}
        thumbnails={thumbnails}
        onLook={page.hasPreviews && hasScripts ? look : null}
        noteOf={arrival?.noteOf}
      />
      <MoreFiles parts={parts} />
      {drawn.length >= GALLERY_FROM && seen.length > 0 && <GalleryButton onPress={() => look(null)} />}
      {hasFailed && <p role="alert">{failureSentence(language, null)}</p>}
      {Viewer && (
        <Viewer
          link={{ slug, user: page.user }}
          files={seen}
          thumbnails={thumbnails}
          first={first}
          state={state}
          onTake={press}
          onClose={close}
        />
      )}
      {count > 1 && (
        <p className={`${downloadStyles.total} ${textStyles.mono}`}>
          {words.total(count, formatBytes(totalBytes, language))}
        </p>
      )}
      {arrival?.take(state, only) || (
        <TakeAll
          only={only}
          hasAny={standing > 0}
          zipBytes={zipBytes}
          isFocused={page.isForZip}
          state={state}
          link={page.isInWechat || arrival?.isOpen ? null : { slug, user: page.user }}
          onPlain={press}
        />
      )}
    </form>
  )
}
