import type { Language } from '@waybill/contract/core/fields'
import { offsetName } from '@waybill/contract/core/zoned-time'
import type { ReceiptMoment } from '@waybill/contract/tracking/receipt-endpoints'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '20 Nov 2026, 19:32:05 UTC+5:30' of '2026-11-20T19:32:05.120+05:30'; '…Z' is UTC. */
export function readableTime(time: string, language: Language): string {
  const { year, month, day, clock, offset } = partsOf(time)
  if (language === 'zh') return `${year}年${Number(month)}月${Number(day)}日 ${clock}（${offset}）`
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${clock} ${offset}`
}

/** '2026-11-20 14:02:05Z' of a time in UTC: a page of many says so in each line. */
export function plainTime(time: string): string {
  const { year, month, day, clock } = partsOf(time)
  return `${year}-${month}-${day} ${clock}Z`
}

/** By the clock of the sender, who prints the receipt; in UTC where that is unknown. */
export const senderTime = ({ sender, utc }: ReceiptMoment, language: Language): string =>
  readableTime(sender ?? utc, language)

function partsOf(time: string) {
  const [, year = '', month = '', day = '', clock = '', offset = ''] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)[.\d]*(?:Z|([+-]\d\d:\d\d))$/.exec(time) ?? []
  return { year, month, day, clock, offset: offsetName(offset) }
}
