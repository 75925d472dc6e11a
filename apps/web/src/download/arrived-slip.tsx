import { Problem } from '@waybill/contract/problems'
import { formatBytes } from '@waybill/contract/sizes'
import { type SyntheticEvent, useEffect } from 'react'
import { Slip } from '../ui/slip.tsx'
import { downloadWords } from '../words/download.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { AccessLink } from './access-link.tsx'
import { Checksums } from './checksums.tsx'
import { Contents } from './contents.tsx'
import { CopyButton } from './copy-button.tsx'
import { ExpiryLine } from './expiry-line.tsx'
import type { ActivePage } from './page-props.ts'
import { SenderLine } from './sender-line.tsx'
import { TakeAll } from './take-all.tsx'
import { useDownload } from './use-download.ts'
import { WechatHint } from './wechat-hint.tsx'

interface ArrivedSlipProps {
  page: ActivePage
  /** The server has said that the link no longer opens. */
  onClosed: (code: ClosingCode) => void
}

const closingCodes = ['transfer-expired', 'transfer-not-found', 'transfer-paused', 'link-locked'] as const
export type ClosingCode = (typeof closingCodes)[number]

/** Everything that was sent, and the way to take it. */
export function ArrivedSlip({ page, onClosed }: ArrivedSlipProps) {
  const { transfer } = page
  const words = useWords(downloadWords)
  const hasAny = transfer.files.some((file) => !file.isWithdrawn)
  return (
    <>
      {page.isInWechat && <WechatHint />}
      <Slip
        label={<Addressee recipient={transfer.recipient} />}
        number={transfer.slug}
        name={words.slipName(transfer.slug)}
      >
        <SenderLine transfer={transfer} />
        {transfer.message.trim() !== '' && (
          <blockquote className="message" aria-label={words.message} dir="auto">
            {transfer.message}
          </blockquote>
        )}
        <TakeForm page={page} onClosed={onClosed} />
        <p className="terms">
          <ExpiryLine expiresAt={transfer.expiresAt} />
          <span>{words.senderSees}</span>
        </p>
        <div className="extras">
          <Checksums files={transfer.files} />
          <CopyButton text={linkHere}>{words.copyLink}</CopyButton>
          {page.user !== null && transfer.recipient !== null && <AccessLink />}
        </div>
      </Slip>
      {hasAny && <p className="after">{words.interrupted}</p>}
    </>
  )
}

function Addressee({ recipient }: { recipient: string | null }) {
  const words = useWords(downloadWords)
  if (recipient === null) return words.forAnyone
  return (
    <>
      {words.forRecipient} <bdi className="addressee">{recipient}</bdi>
    </>
  )
}

const linkHere = () => location.origin + location.pathname

/** One form: each button names what it takes. Without scripts the server answers it; with them the page does. */
function TakeForm({ page, onClosed }: ArrivedSlipProps) {
  const { slug, files, totalBytes, zipBytes } = page.transfer
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const { state, press } = useDownload({ slug, user: page.user }, page.problem)
  const failed = state.phase === 'failed' && state.error instanceof Problem ? state.error.code : null
  const code = closingCodes.find((closing) => closing === failed)
  useEffect(() => {
    if (code !== undefined) onClosed(code)
  }, [code, onClosed])

  const submit = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    press(submitter instanceof HTMLButtonElement ? submitter.value : 'all')
  }
  return (
    <form method="post" action="/increment" onSubmit={submit}>
      <input type="hidden" name="slug" value={slug} />
      {page.user !== null && <input type="hidden" name="user" value={page.user} />}
      <h2 className="unseen">{words.contents}</h2>
      <Contents files={files} />
      {files.length > 1 && <p className="total mono">{words.total(files.length, formatBytes(totalBytes, language))}</p>}
      <TakeAll
        files={files.filter((file) => !file.isWithdrawn)}
        zipBytes={zipBytes}
        isFocused={page.isForZip}
        state={state}
      />
    </form>
  )
}
