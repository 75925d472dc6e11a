import { useAccount } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import type { DraftOptions } from '../../../shared/drafts/draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { accountZone } from '../../../shared/time/clock.ts'
import { SendTimeField, usualSendTime } from '../../../shared/time/send-time-field.tsx'
import { Choice } from '../../../shared/ui/fields/choice.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { optionsWords } from './words/options-words.ts'

/**
 * Once the files are uploaded, at once while they upload, or at a time of the sender's clock. The last is for accounts,
 * which can still change it.
 */
export function WhenChoice() {
  const words = useWords(optionsWords)
  const account = useAccount()
  const { sendLater, whileUploading = false } = useQuickSend((state) => state.draft.options)
  const choose = (options: Pick<DraftOptions, 'sendLater' | 'whileUploading'>) =>
    change({ kind: 'choose-options', options })
  return (
    <fieldset>
      <legend>{words.whenTitle}</legend>
      <Choice
        group="when"
        isChosen={sendLater === null && !whileUploading}
        hint={words.whenNowHint}
        onChoose={() => choose({ sendLater: null, whileUploading: false })}
      >
        {words.whenNow}
      </Choice>
      <Choice
        group="when"
        isChosen={whileUploading}
        hint={account ? words.whileUploadingHint : words.whileUploadingByVisitor}
        onChoose={() => choose({ sendLater: null, whileUploading: true })}
      >
        {words.whileUploading}
      </Choice>
      {account && (
        <Choice
          group="when"
          isChosen={sendLater !== null}
          hint={words.whenLaterHint}
          onChoose={() => choose({ sendLater: usualSendTime(accountZone(account)), whileUploading: false })}
        >
          {words.whenLater}
        </Choice>
      )}
      {sendLater && (
        <div className={layoutStyles.aboveClose}>
          <SendTimeField time={sendLater} onChange={(time) => choose({ sendLater: time, whileUploading: false })} />
        </div>
      )}
    </fieldset>
  )
}
