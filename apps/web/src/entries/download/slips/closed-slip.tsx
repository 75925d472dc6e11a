import type { ExpiredPage, TroublePage, UnknownPage } from '@waybill/contract/downloads/page-props'
import { type ReactNode, useEffect, useRef } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import { useHasScripts } from '../../../shared/served-page/use-live.ts'
import { formatDay, formatTime } from '../../../shared/time/moment.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import { mailTo } from '../../../shared/ui/page/mail-to.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { senderNameOf } from '../sender-line.tsx'
import { downloadWords } from '../words/download-words.ts'
import { AccessRequestForm, LostMailForm } from './access-request-form.tsx'

interface ClosedSlipProps {
  /** Takes the focus: the page has just changed to this slip. */
  isSudden: boolean
}

export function ExpiredSlip({ page, isSudden }: ClosedSlipProps & { page: ExpiredPage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const isLive = useHasScripts()
  const { sender, expiresAt } = page
  const zone = isLive ? 'local' : 'utc'
  const write = isLive ? words.expiredOn : words.expiredOnUtc
  return (
    <Slip label={words.transfer} number={page.slug} name={words.slipName(page.slug)}>
      <div className={downloadStyles.closed}>
        <Stamp ink="stamp">{words.expiredStamp}</Stamp>
        <Heading isSudden={isSudden}>{words.expiredTitle(senderNameOf(sender))}</Heading>
        {expiresAt !== null && (
          <p className={textStyles.soft}>{write(formatDay(expiresAt, zone, language), formatTime(expiresAt, zone))}</p>
        )}
        <ExtensionRequest page={page} />
        <p>
          {words.expiredWrite}
          <br />
          <a href={mailTo(sender.email)}>{sender.email}</a>
        </p>
      </div>
    </Slip>
  )
}

/** A closed link always offers a next step: its sender can extend it with one click. */
function ExtensionRequest({ page: { slug, user, step, problem } }: { page: ExpiredPage }) {
  const words = useWords(downloadWords)
  if (step === 'requested') {
    return (
      <p role="status">
        <strong>{words.requestedTitle}</strong>
        <br />
        {words.extensionRequested}
      </p>
    )
  }
  const text = { press: words.requestText, email: words.requestProve, code: words.requestCode }
  return (
    <>
      <p>{text[step]}</p>
      <AccessRequestForm link={{ slug, user }} kind="time" step={step} problem={problem} />
    </>
  )
}

export function PausedSlip({ isSudden }: ClosedSlipProps) {
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className={downloadStyles.closed}>
        <Heading isSudden={isSudden}>{words.pausedTitle}</Heading>
        <p className={textStyles.soft}>{words.pausedText}</p>
        <p>
          <a href="?">{words.tryAgain}</a>
        </p>
      </div>
    </Slip>
  )
}

export function UnknownSlip({ page, isSudden }: ClosedSlipProps & { page: UnknownPage }) {
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className={downloadStyles.closed}>
        <Heading isSudden={isSudden}>{words.unknownTitle}</Heading>
        <p className={textStyles.soft}>{words.unknownText}</p>
        {page.mail !== null && <LostMail page={page} />}
        <p>
          <a href="/">{words.home}</a>
        </p>
      </div>
    </Slip>
  )
}

/** Says the same for every link. */
function LostMail({ page }: { page: UnknownPage }) {
  const words = useWords(downloadWords)
  return (
    <>
      <h2 className={lockedStyles.lostMail}>{words.lostTitle}</h2>
      {page.mail === 'mailed' ? (
        <p role="status">{words.lostDone}</p>
      ) : (
        <>
          <p className={textStyles.soft}>{words.lostText}</p>
          <LostMailForm problem={page.problem} />
        </>
      )}
    </>
  )
}

export function TroubleSlip({ page }: { page: TroublePage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className={downloadStyles.closed}>
        <Heading isSudden={false}>{words.troubleTitle}</Heading>
        <p className={textStyles.soft}>{problemSentence(language, page.code, page.facts)}</p>
        <p>
          <a href="?">{words.tryAgain}</a>
        </p>
      </div>
    </Slip>
  )
}

function Heading({ isSudden, children }: ClosedSlipProps & { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isSudden) heading.current?.focus()
  }, [isSudden])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
