import { type ReactNode, useEffect, useRef } from 'react'
import { problemSentence } from '../api/problem-words.ts'
import { mailTo } from '../ui/mail-to.ts'
import { formatDay, formatTime } from '../ui/moment.ts'
import { Slip } from '../ui/slip.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { downloadWords } from '../words/download.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import type { ExpiredPage, TroublePage } from './page-props.ts'
import { callerOf } from './sender-line.tsx'
import { useLive } from './use-live.ts'

interface ClosedSlipProps {
  /** Takes the focus: the page has become this one under the reader's hands. */
  isSudden: boolean
}

export function ExpiredSlip({ page, isSudden }: ClosedSlipProps & { page: ExpiredPage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const isLive = useLive()
  const { sender, expiresAt } = page
  const zone = isLive ? 'local' : 'utc'
  const write = isLive ? words.expiredOn : words.expiredOnUtc
  return (
    <Slip label={words.transfer} number={page.slug} name={words.slipName(page.slug)}>
      <div className="closed">
        <Stamp ink="stamp">{words.expiredStamp}</Stamp>
        <Heading isSudden={isSudden}>{words.expiredTitle(callerOf(sender))}</Heading>
        {expiresAt !== null && (
          <p className="soft">{write(formatDay(expiresAt, zone, language), formatTime(expiresAt, zone))}</p>
        )}
        <p>
          {words.expiredNext}
          <br />
          <a href={mailTo(sender.email)}>{sender.email}</a>
        </p>
      </div>
    </Slip>
  )
}

export function PausedSlip({ isSudden }: ClosedSlipProps) {
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className="closed">
        <Heading isSudden={isSudden}>{words.pausedTitle}</Heading>
        <p className="soft">{words.pausedText}</p>
        <p>
          <a href="?">{words.tryAgain}</a>
        </p>
      </div>
    </Slip>
  )
}

export function UnknownSlip({ isSudden }: ClosedSlipProps) {
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className="closed">
        <Heading isSudden={isSudden}>{words.unknownTitle}</Heading>
        <p className="soft">{words.unknownText}</p>
        <p>
          <a href="/">{words.home}</a>
        </p>
      </div>
    </Slip>
  )
}

export function TroubleSlip({ page }: { page: TroublePage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  return (
    <Slip label={words.transfer}>
      <div className="closed">
        <Heading isSudden={false}>{words.troubleTitle}</Heading>
        <p className="soft">{problemSentence(language, page.code, page.facts)}</p>
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
