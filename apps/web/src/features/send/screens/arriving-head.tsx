import { useAccount } from '../../../shared/api/session.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { filesThere } from '../upload/files-there.ts'
import { arrivingWords } from './words/arriving-words.ts'

/** Over the progress of a transfer that is sent already: what recipients find, and the link to pass on. */
export function ArrivingHead({ link }: { link: string | null }) {
  const words = useWords(arrivingWords)
  const { doneStamp, copyLink, copied } = useWords(sendingWords)
  const byMail = useAccount() ? words.byMail : words.byVisitor
  const there = useQuickSend(({ progress }) => filesThere(progress))
  const count = useQuickSend(({ progress }) => progress?.fileCount ?? 0)
  return (
    <div className={`${layoutStyles.stackClose} ${layoutStyles.below}`}>
      <div className={layoutStyles.ends}>
        <h2 className={layoutStyles.title} aria-live="polite">
          {words.title(there, count)}
        </h2>
        <Stamp isFresh>{doneStamp}</Stamp>
      </div>
      <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{link === null ? byMail : words.byLink}</p>
      {link !== null && (
        <p className={partsStyles.linkBox}>
          <CopyButton text={link} label={copyLink} done={copied}>
            {link.replace(/^https?:\/\//, '')}
          </CopyButton>
        </p>
      )}
    </div>
  )
}
