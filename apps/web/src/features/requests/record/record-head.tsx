import { Link } from '@tanstack/react-router'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { useState } from 'react'
import { useAccount } from '../../../shared/api/session.ts'
import { useNow } from '../../../shared/time/ago-time.tsx'
import { accountZone } from '../../../shared/time/clock.ts'
import { formatInstant } from '../../../shared/time/day-and-time.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { localTimeAt } from '../../../shared/time/zones.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import recordStyles from '../../../shared/ui/record/record.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { bracketed } from '../../../shared/words/marks.ts'
import { formatWritten } from '../due-sentence.ts'
import requestProgressStyles from '../list/request-progress.module.css'
import { requestStampOf } from '../request-stamp.ts'
import { useRequestWords } from '../request-words.ts'
import { RecordSealing } from '../sealed/record-sealing.tsx'
import { requestsWords } from '../words/requests-words.ts'
import { formatUntil, formatZone } from './record-deadline.ts'
import { RecordLink } from './record-link.tsx'
import type { RecordParams } from './record-params.ts'
import requestRecordStyles from './request-record.module.css'
import { requestRecordWords } from './words/request-record-words.ts'

/** The request as its slip: what it asks for, the deadline, and the suppliers' progress. */
export function RecordHead({ record }: { record: RequestRecord }) {
  const words = useRequestWords(requestRecordWords)
  const { stamps } = useWords(requestsWords)
  const { language } = useLanguage()
  const at = record.createdAt
  const stamp = requestStampOf(record, useNow())
  const isOthers = record.requester._id !== useAccount()?._id
  const when = formatInstant(at, language)
  return (
    <Slip
      number={record.slug}
      name={words.slipName(record.slug)}
      label={
        isOthers ? words.askedByOn(record.requester.fullName || record.requester.email, when) : words.askedOn(when)
      }
    >
      <div className={`${layoutStyles.ends} ${recordStyles.recordHead}`}>
        <h1>{record.title}</h1>
        <Stamp ink={stamp.ink}>{stamps[stamp.mark]}</Stamp>
      </div>
      <Until record={record} />
      {record.state !== 'open' && (
        <p className={`${layoutStyles.callout} ${layoutStyles.aboveClose}`}>{words.stateNotes[record.state]}</p>
      )}
      {record.message !== '' && <Message text={record.message} />}
      <Numbers record={record} />
      <RecordLink record={record} />
      <RecordSealing />
    </Slip>
  )
}

function Until({ record }: { record: RequestRecord }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const day = record.expiresAt && formatDay(record.expiresAt, 'local', language)
  const isOver = record.state === 'expired'
  return (
    <p
      className={`${textStyles.soft} ${layoutStyles.large} ${recordStyles.recordExpiry} ${requestRecordStyles.requestExpiry}`}
    >
      <DueWords record={record} /> ·{' '}
      {day === null ? words.neverExpires : isOver ? words.expired(day) : words.expires(day)}
    </p>
  )
}

/** The deadline as written, its zone, the remaining time, and the same on the reader's clock. */
function DueWords({ record: { deadline, dueAt } }: { record: RequestRecord }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const account = useAccount()
  const now = useNow()
  if (deadline === null || dueAt === null) return words.noDeadline
  const written = formatWritten(deadline.at, language)
  const here = formatInstant(dueAt, language)
  const isSame = deadline.at === localTimeAt(Date.parse(dueAt), accountZone(account))
  const isLate = Date.parse(dueAt) < now
  return (
    <>
      <strong className={`${layoutStyles.firm} ${requestRecordStyles.recordDue}`}>
        {deadline.rule === 'supplier'
          ? words.dueEach(written, formatZone(deadline.zone, language))
          : words.due(written, formatZone(deadline.zone, language))}
      </strong>{' '}
      <span className={`${layoutStyles.firm} ${isLate ? layoutStyles.bad : ''}`}>
        {formatUntil(dueAt, now, language)}
      </span>
      {deadline.rule === 'fixed' && !isSame && bracketed(words.dueHere(here), language)}
    </>
  )
}

const MESSAGE_CHARS = 280

/** As suppliers read it; a long one is folded. */
function Message({ text }: { text: string }) {
  const words = useRequestWords(requestRecordWords)
  const [isWhole, setWhole] = useState(false)
  const letters = [...text]
  const isFolded = !isWhole && letters.length > MESSAGE_CHARS
  return (
    <div className={requestRecordStyles.recordAsking}>
      <p className={layoutStyles.asWritten}>{isFolded ? `${letters.slice(0, MESSAGE_CHARS - 40).join('')}…` : text}</p>
      {isFolded && (
        <button type="button" className={textStyles.quietButton} onClick={() => setWhole(true)}>
          {words.wholeMessage}
        </button>
      )}
    </div>
  )
}

/** The progress of all; each number links to the suppliers that it counts. */
function Numbers({ record: { counts, tally } }: { record: RequestRecord }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const came =
    counts.submissions === 0
      ? words.nothingArrived
      : counts.files === 0
        ? words.answersArrived
        : words.arrived(counts.files, formatBytes(counts.bytes, language))
  return (
    <div className={`${layoutStyles.stackTight} ${requestRecordStyles.recordNumbers}`}>
      {counts.suppliers > 0 && (
        <div className={requestProgressStyles.requestBar} aria-hidden="true">
          {tally.complete > 0 && <span data-part="complete" style={{ flexGrow: tally.complete }} />}
          {tally.late > 0 && <span data-part="late" style={{ flexGrow: tally.late }} />}
          {tally.missing > tally.late && <span style={{ flexGrow: tally.missing - tally.late }} />}
        </div>
      )}
      <ul className={`${layoutStyles.row} ${layoutStyles.large}`}>
        {counts.suppliers > 0 && (
          <li data-part="complete">
            <Count show="complete">{words.complete(tally.complete, tally.all)}</Count>
          </li>
        )}
        {tally.late > 0 && (
          <li data-part="late">
            <Count show="late">{words.late(tally.late)}</Count>
          </li>
        )}
        {tally['sent-back'] > 0 && (
          <li>
            <Count show="sent-back">{words.sentBack(tally['sent-back'])}</Count>
          </li>
        )}
        {tally['to-judge'] > 0 && (
          <li>
            <Count show="to-judge">{words.toJudge(tally['to-judge'])}</Count>
          </li>
        )}
        <li className={textStyles.soft}>{came}</li>
      </ul>
    </div>
  )
}

function Count({ show, children }: { show: NonNullable<RecordParams['show']>; children: string }) {
  return (
    <Link to="." search={{ show } as never} resetScroll={false} className={textStyles.quietButton}>
      {children}
    </Link>
  )
}
