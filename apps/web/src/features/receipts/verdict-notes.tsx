import { routes } from '@waybill/contract/core/routes'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import { Stamp } from '../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { Gap } from '../../shared/words/gap.tsx'
import { useWords } from '../../shared/words/language.tsx'
import type { Unreadable, Verdict } from './judge-receipt.ts'
import { opensslLines } from './openssl-lines.ts'
import receiptCheckStyles from './receipt-check.module.css'
import { receiptCheckWords } from './words/receipt-check-words.ts'

/** A key's name is hexadecimal and an issuer is an address; a forger's other text is cut off. */
const MAX_CLAIM = 120

/** An invalid receipt. The page does not show its contents: readers would believe them. */
export function DoubtedNote({ verdict: { why, keyId, issuer } }: { verdict: Extract<Verdict, { is: 'doubted' }> }) {
  const words = useWords(receiptCheckWords)
  return (
    <div
      className={`${partsStyles.paper} ${layoutStyles.stackClose} ${layoutStyles.starts} ${receiptCheckStyles.receiptNote}`}
      data-tone="bad"
    >
      <Stamp ink="stamp" isFresh>
        {words.doubtStamp}
      </Stamp>
      <p className={receiptCheckStyles.receiptNoteMain}>{words.doubts[why]}</p>
      {why === 'unknown-key' && (
        <p>
          {words.doubtKey(keyId.slice(0, MAX_CLAIM))}
          <Gap />
          {issuer !== null && issuer !== location.origin && words.doubtIssuer(issuer.slice(0, MAX_CLAIM))}
        </p>
      )}
      <p className={textStyles.soft}>{words.doubtText}</p>
    </div>
  )
}

export function UnreadableNote({ why }: { why: Unreadable }) {
  const words = useWords(receiptCheckWords)
  return (
    <div
      className={`${partsStyles.paper} ${layoutStyles.stackClose} ${layoutStyles.starts} ${receiptCheckStyles.receiptNote}`}
    >
      <Stamp ink="waiting" isFresh>
        {words.unreadableStamp}
      </Stamp>
      <p className={receiptCheckStyles.receiptNoteMain}>{words.unreadable[why]}</p>
    </div>
  )
}

/** The browser lacks what the check needs; a terminal has it. */
export function UnableNote() {
  const words = useWords(receiptCheckWords)
  return (
    <div
      className={`${partsStyles.paper} ${layoutStyles.stackClose} ${layoutStyles.starts} ${receiptCheckStyles.receiptNote}`}
    >
      <h2>{words.unableTitle}</h2>
      <p>{words.unableText(`${location.origin}${routes.listReceiptKeys.path}`)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: lines wider than the box are scrolled by the keyboard too */}
      <pre className={`${layoutStyles.tiny} ${receiptCheckStyles.receiptLines} ${textStyles.mono}`} tabIndex={0}>
        {opensslLines}
      </pre>
      <CopyButton text={opensslLines} label={words.copyLines} done={words.linesCopied}>
        {words.copy}
      </CopyButton>
    </div>
  )
}
