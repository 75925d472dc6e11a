import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestSupplier } from '@waybill/contract/requests/shapes'
import type { ReactNode } from 'react'
import { useAccount } from '../../../../shared/api/session.ts'
import { AgoTime, useNow } from '../../../../shared/time/ago-time.tsx'
import { accountZone } from '../../../../shared/time/clock.ts'
import { formatInstant } from '../../../../shared/time/day-and-time.ts'
import { localTimeAt } from '../../../../shared/time/zones.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useLanguage } from '../../../../shared/words/language.tsx'
import { formatWritten } from '../../due-sentence.ts'
import { useRequestWords } from '../../request-words.ts'
import { formatUntil } from '../record-deadline.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import recordSupplierStyles from './record-supplier.module.css'

/** Facts about a supplier beside their files. */
export function SupplierFacts({ supplier }: { supplier: RequestSupplier }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const { lastAnswerAt, remindedAt, nextReminderAt, fileCount, bytes } = supplier
  return (
    <dl className={`${layoutStyles.large} ${recordSupplierStyles.supplierFacts}`}>
      {supplier.kind === 'invited' && (
        <Fact name={words.facts.mail} tone={supplier.mail === 'refused' ? 'bad' : undefined}>
          {words.mails[supplier.mail]}
          {supplier.mail === 'refused' && <small>{words.mailRefusedText}</small>}
        </Fact>
      )}
      {supplier.dueAt && (
        <Fact name={words.facts.due} tone={supplier.isLate ? 'bad' : undefined}>
          <Due dueAt={supplier.dueAt} timeZone={supplier.timeZone} />
        </Fact>
      )}
      <Fact name={words.facts.lastAnswer}>{lastAnswerAt ? <AgoTime at={lastAnswerAt} /> : words.never}</Fact>
      {fileCount > 0 && (
        <Fact name={words.facts.sent}>
          {words.fileCount(fileCount)}, {formatBytes(bytes, language)}
        </Fact>
      )}
      {remindedAt && (
        <Fact name={words.facts.reminded}>
          <AgoTime at={remindedAt} />
        </Fact>
      )}
      {nextReminderAt && <Fact name={words.facts.nextReminder}>{formatInstant(nextReminderAt, language)}</Fact>}
    </dl>
  )
}

function Fact({ name, tone, children }: { name: string; tone?: 'bad' | undefined; children: ReactNode }) {
  return (
    <div data-tone={tone}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** On the reader's clock, and on theirs where that differs. */
function Due({ dueAt, timeZone }: { dueAt: string; timeZone: string | null }) {
  const words = useRequestWords(requestRecordWords)
  const { language } = useLanguage()
  const account = useAccount()
  const now = useNow()
  const at = Date.parse(dueAt)
  const there = timeZone && localTimeAt(at, timeZone)
  const isElsewhere = there && there !== localTimeAt(at, accountZone(account))
  return (
    <>
      {formatInstant(dueAt, language)} · {formatUntil(dueAt, now, language)}
      {isElsewhere && <small>{words.dueThere(formatWritten(there, language))}</small>}
    </>
  )
}
