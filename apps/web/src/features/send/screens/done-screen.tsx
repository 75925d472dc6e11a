import { Link } from '@tanstack/react-router'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { SavedTransfer } from '@waybill/contract/transfers/endpoints'
import { useAccount } from '../../../shared/api/session.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { formatLocalTime } from '../../../shared/time/local-time.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import { useFocusOnce } from '../../../shared/ui/fields/use-focus-once.ts'
import { filesWords } from '../../../shared/ui/files/words/files-words.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { Stamp } from '../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { returnToForm } from '../upload/return-to-form.ts'
import styles from './done-screen.module.css'
import { arrivingWords } from './words/arriving-words.ts'

/** Sent: to whom or by which link, how much, when it expires, and its number. */
export function DoneScreen() {
  const words = useWords(sendingWords)
  const saved = useQuickSend((state) => state.saved)
  const heading = useFocusOnce<HTMLHeadingElement>()
  if (!saved) return null
  const name = saved.sendLater ? words.scheduledName : words.doneName
  const number = (
    <CopyButton text={saved.slug} label={words.copyNumber} done={words.copied}>
      No. {saved.slug}
    </CopyButton>
  )
  return (
    <Slip label={name} name={name} aside={number}>
      <div className={`${layoutStyles.stack} ${styles.done}`}>
        <div className={`${layoutStyles.ends} ${styles.doneHead}`}>
          <h2 ref={heading} tabIndex={-1} className={layoutStyles.title}>
            {words.doneTitle}
          </h2>
          <Stamp isFresh>{name}</Stamp>
        </div>
        {saved.sendLater ? (
          <Scheduled time={saved.sendLater} />
        ) : (
          <>
            {saved.sendAs === 'link' ? <ByLink saved={saved} /> : <ByMail saved={saved} />}
            <ExpiryLine saved={saved} />
          </>
        )}
        <WaysOn saved={saved} />
      </div>
    </Slip>
  )
}

/** When it goes out, and that it waits until then. */
function Scheduled({ time }: { time: NonNullable<SavedTransfer['sendLater']> }) {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  const when = formatLocalTime(time.localTime, language)
  return (
    <>
      <p>{words.scheduledText(when, time.timeZone.replaceAll('_', ' '))}</p>
      <p className={textStyles.soft}>{words.scheduledKept}</p>
      <p className={textStyles.soft}>{words.expiresAfterSending}</p>
    </>
  )
}

function ByMail({ saved }: { saved: SavedTransfer }) {
  const words = useWords(sendingWords)
  const { doneByMail } = useWords(arrivingWords)
  const wasSentBefore = useQuickSend(({ arriving }) => Boolean(arriving))
  const tell = wasSentBefore ? doneByMail : words.doneText
  const { fileCount } = useWords(filesWords)
  const { language } = useLanguage()
  return (
    <>
      <p className={textStyles.soft}>{tell(formatBytes(saved.bytes, language), fileCount(saved.fileNumber))}</p>
      <ul className={`${layoutStyles.ruledList} ${styles.donePeople}`}>
        {saved.emailTo.map(({ email }) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      <p className={textStyles.soft}>{words.doneTracking(saved.senderEmail)}</p>
    </>
  )
}

function ByLink({ saved }: { saved: SavedTransfer }) {
  const words = useWords(sendingWords)
  const { doneByLink } = useWords(arrivingWords)
  const wasSentBefore = useQuickSend(({ arriving }) => Boolean(arriving))
  const tell = wasSentBefore ? doneByLink : words.doneLinkText
  const { fileCount } = useWords(filesWords)
  const { language } = useLanguage()
  const link = saved.customURL ?? `${location.origin}/w/${saved.slug}`
  return (
    <>
      <p className={textStyles.soft}>{tell(formatBytes(saved.bytes, language), fileCount(saved.fileNumber))}</p>
      <p className={partsStyles.linkBox}>
        <CopyButton text={link} label={words.copyLink} done={words.copied}>
          {link.replace(/^https?:\/\//, '')}
        </CopyButton>
      </p>
      <p className={textStyles.soft}>{words.doneTracking(saved.senderEmail)}</p>
    </>
  )
}

/** An account can send again; a visitor first decides whether to keep the files. */
function WaysOn({ saved }: { saved: SavedTransfer }) {
  const words = useWords(sendingWords)
  const account = useAccount()
  if (account) {
    return (
      <Button fullWidth onClick={returnToForm}>
        {words.sendAnother}
      </Button>
    )
  }
  return (
    <>
      <p className={textStyles.soft}>{words.keepFilesText}</p>
      <div className={`${layoutStyles.wrap} ${partsStyles.answers}`}>
        <Button renderRoot={(props) => <Link to="/pricing" search={{ save: saved.slug }} {...props} />}>
          {words.keepFiles}
        </Button>
        <Button variant="default" onClick={returnToForm}>
          {words.sendAnother}
        </Button>
      </div>
    </>
  )
}

function ExpiryLine({ saved }: { saved: SavedTransfer }) {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  if (saved.expiryDate === null) return <p className={textStyles.soft}>{words.neverExpires}</p>
  return (
    <p className={textStyles.soft}>
      {words.expiresOn(formatDay(new Date(saved.expiryDate).toISOString(), 'local', language))}
    </p>
  )
}
