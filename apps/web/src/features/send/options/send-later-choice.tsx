import { useAccount } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { accountZone } from '../../../shared/time/clock.ts'
import { SendTimeField, usualSendTime } from '../../../shared/time/send-time-field.tsx'
import { Choice } from '../../../shared/ui/fields/choice.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { optionsWords } from './words/options-words.ts'

/** At once, or at a time of the sender's clock; for accounts, which can still change it. */
export function SendLaterChoice() {
  const words = useWords(optionsWords)
  const account = useAccount()
  const sendLater = useQuickSend((state) => state.draft.options.sendLater)
  if (!account) return null
  const choose = (time: typeof sendLater) => change({ kind: 'choose-options', options: { sendLater: time } })
  return (
    <fieldset>
      <legend>{words.whenTitle}</legend>
      <Choice group="when" isChosen={sendLater === null} onChoose={() => choose(null)}>
        {words.whenNow}
      </Choice>
      <Choice
        group="when"
        isChosen={sendLater !== null}
        hint={words.whenLaterHint}
        onChoose={() => choose(usualSendTime(accountZone(account)))}
      >
        {words.whenLater}
      </Choice>
      {sendLater && (
        <div className={layoutStyles.aboveClose}>
          <SendTimeField time={sendLater} onChange={choose} />
        </div>
      )}
    </fieldset>
  )
}
