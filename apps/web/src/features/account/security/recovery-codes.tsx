import { Button } from '../../../shared/ui/fields/button.ts'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'

/** Shown this once: the way in when the phone is lost. */
export function RecoveryCodes({ codes, onEnd }: { codes: readonly string[]; onEnd: () => void }) {
  const words = useWords(accountPageWords)
  const download = () =>
    saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'waybill-recovery-codes.txt')
  return (
    <div className="account-part-form" role="status">
      <p>{words.recoveryText}</p>
      <ul className="account-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="account-part-acts">
        <Button variant="default" onClick={download}>
          {words.downloadCodes}
        </Button>
        <Button onClick={onEnd}>{words.codesKept}</Button>
      </div>
    </div>
  )
}
