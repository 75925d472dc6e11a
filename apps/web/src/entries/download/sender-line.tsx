import type { TransferView } from '@waybill/contract/transfers/transfer-view'
import downloadStyles from '../../shared/served-page/download.module.css'
import { initialsOf } from '../../shared/served-page/initials.ts'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import { formatDay } from '../../shared/time/moment.ts'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { downloadWords } from './words/download-words.ts'

type Sender = TransferView['sender']

/** Anyone can choose any name: the page shows a name only for a proven address, with the address under it. */
export const senderNameOf = (sender: Sender): string => (sender.isProven && sender.name) || sender.email

/** The sender, as the page's heading. */
export function SenderLine({ transfer, count }: { transfer: TransferView; count: number }) {
  const { sender, sentAt } = transfer
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const zone = useHasScripts() ? 'local' : 'utc'
  const caller = senderNameOf(sender)
  const standing = sender.isProven ? words.verified : words.unverified
  return (
    <div className={downloadStyles.from}>
      <span className={downloadStyles.fromInitials} aria-hidden="true">
        {sender.profilePic ? <img src={sender.profilePic.small} alt="" /> : initialsOf(caller)}
      </span>
      <div>
        <h1>{words.headline(caller, count)}</h1>
        <p className={textStyles.soft}>
          {caller === sender.email ? capital(standing) : `${sender.email}${language === 'zh' ? '，' : ', '}${standing}`}
        </p>
      </div>
      <Stamp ink="ink">{words.sent(formatDay(sentAt, zone, language))}</Stamp>
    </div>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
