import { Button } from '@mantine/core'
import { formatBytes } from '@waybill/contract/sizes'
import type { SavedTransfer } from '@waybill/contract/transfers'
import { CopyButton } from '../ui/copy-button.tsx'
import { Slip } from '../ui/slip.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { filesWords } from '../words/files.ts'
import { languageTags, useLanguage, useWords } from '../words/language.tsx'
import { sendingWords } from '../words/sending.ts'
import './done-screen.css'
import { useFocusOnce } from '../ui/use-focus-once.ts'
import { useQuickSend } from './quick-send-state.ts'
import { beginAnew } from './send-transfer.ts'

/** Sent: to whom, how much, how long it lives, and its number. */
export function DoneScreen() {
  const words = useWords(sendingWords)
  const { fileCount } = useWords(filesWords)
  const { language } = useLanguage()
  const saved = useQuickSend((state) => state.saved)
  const heading = useFocusOnce<HTMLHeadingElement>()
  if (!saved) return null
  const number = (
    <CopyButton text={saved.slug} label={words.copyNumber} done={words.copied}>
      No. {saved.slug}
    </CopyButton>
  )
  return (
    <Slip label={words.doneName} name={words.doneName} aside={number}>
      <div className="done">
        <div className="done-head">
          <h2 ref={heading} tabIndex={-1}>
            {words.doneTitle}
          </h2>
          <Stamp isFresh>{words.doneStamp}</Stamp>
        </div>
        <p className="soft">{words.doneText(formatBytes(saved.bytes, language), fileCount(saved.fileNumber))}</p>
        <ul className="done-people">
          {saved.emailTo.map(({ email }) => (
            <li key={email}>{email}</li>
          ))}
        </ul>
        <p className="soft">{words.doneTracking(saved.senderEmail)}</p>
        <ExpiryLine saved={saved} />
        <Button fullWidth onClick={beginAnew}>
          {words.sendAnother}
        </Button>
      </div>
    </Slip>
  )
}

function ExpiryLine({ saved }: { saved: SavedTransfer }) {
  const words = useWords(sendingWords)
  const { language } = useLanguage()
  if (saved.expiryDate === null) return <p className="soft">{words.neverExpires}</p>
  return <p className="soft">{words.expiresOn(formatDay(saved.expiryDate, languageTags[language]))}</p>
}

/** 'd MMM yyyy' in English, as the specification has it; the language's own order elsewhere. */
function formatDay(epochMs: number, tag: string): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, day).format(epochMs)
}
