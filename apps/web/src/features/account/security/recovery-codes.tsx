import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { Button } from '../../../shared/ui/fields/button.ts'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

/** Shown only this once: they open the account when the phone is lost. */
export function RecoveryCodes({ codes, onEnd }: { codes: readonly string[]; onEnd: () => void }) {
  const words = useWords(accountPageWords)
  const download = () =>
    saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'waybill-recovery-codes.txt')
  return (
    <div className={accountPartStyles.accountPartForm} role="status">
      <p>{words.recoveryText}</p>
      <ul className={`${accountPartStyles.accountCodes} ${textStyles.mono}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={layoutStyles.row}>
        <Button variant="default" onClick={download}>
          {words.downloadCodes}
        </Button>
        <Button onClick={onEnd}>{words.codesKept}</Button>
      </div>
    </div>
  )
}
