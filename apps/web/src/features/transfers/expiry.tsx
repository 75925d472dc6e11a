import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { useClock } from '../../shared/time/clock.ts'
import { formatLocalTime } from '../../shared/time/local-time.ts'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { bracketed } from '../../shared/words/marks.ts'
import { transferListWords } from './list/words/transfer-list-words.ts'

interface ExpiryProps {
  transfer: Pick<ListedTransfer, 'expiryDate' | 'deletedAt' | 'state' | 'sendLater'>
}

/**
 * When a transfer expires, was deleted, or goes out. The time of sending is on the clock on which it was chosen: where
 * the account has another zone now, that clock is named.
 */
export function Expiry({ transfer: { expiryDate, deletedAt, state, sendLater } }: ExpiryProps) {
  const words = useWords(transferListWords)
  const { language } = useLanguage()
  const clock = useClock()
  if (deletedAt !== null) return words.deletedOn(clock.day(new Date(deletedAt).toISOString()))
  if (sendLater !== null) {
    const { localTime, timeZone } = sendLater
    const zone = timeZone === clock.zone ? '' : bracketed(timeZone.replaceAll('_', ' '), language)
    const when = `${formatLocalTime(localTime, language)}${zone}`
    return state === 'unsent' ? words.wasDue(when) : words.goesOut(when)
  }
  if (expiryDate === null) return words.neverExpires
  const day = clock.day(new Date(expiryDate).toISOString())
  return state === 'expired' ? words.expired(day) : words.expires(day)
}
