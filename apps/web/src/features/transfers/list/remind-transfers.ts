import type { ListedTransfer } from '@waybill/contract/transfers/list-endpoints'
import { call } from '../../../shared/api/client.ts'
import { beginChange, sayFailure } from '../../../shared/api/failures.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { titleOf } from '../title-of.ts'
import { invalidateTransfers } from './use-transfer-list.ts'
import { transferListWords } from './words/transfer-list-words.ts'

/** Long enough to read what was done for several transfers. */
const SEVERAL_MS = 20_000
/** A notice is no list, and neither is the line beside a button. */
const MOST_TOLD = 8

/**
 * Mails the link again to all recipients who do not have everything, one transfer after the other. The notice says how
 * many emails that makes, and for which transfer; what is refused stays beside the button, with the reason. Never
 * rejects.
 */
export async function remindTransfers(transfers: readonly ListedTransfer[]): Promise<void> {
  const language = spokenLanguage()
  const words = transferListWords[language]
  const presses = beginChange()
  const refused: string[] = []
  const done: string[] = []
  let mailed = 0
  for (const transfer of transfers) {
    try {
      const count = await remind(transfer)
      mailed += count
      done.push(words.remindedOne(titleOf(transfer).name, count))
    } catch (failure) {
      refused.push(words.notReminded(titleOf(transfer).name, failureSentence(language, failure)))
    }
  }
  await invalidateTransfers()
  if (done.length > 0)
    notify({
      title: words.reminded(mailed),
      ...(transfers.length > 1 ? { text: fewOf(done).join(words.between), durationMs: SEVERAL_MS } : {}),
    })
  if (refused.length > 0) sayFailure(presses, { title: fewOf(refused).join(' '), refusal: undefined })
}

const fewOf = (lines: readonly string[]): readonly string[] =>
  lines.length > MOST_TOLD ? [...lines.slice(0, MOST_TOLD), '…'] : lines

/**
 * Returns how many emails that makes; none to those whose email was just sent. The server says who does not have
 * everything, when it mails them: somebody may have finished since this list was read.
 */
async function remind({ slug, isDelivered, recipientCount }: ListedTransfer): Promise<number> {
  if (isDelivered || recipientCount === 0) return 0
  return (await call('sendTransferEmail', { body: { slug, onlyUnfinished: true } })).mailed
}
