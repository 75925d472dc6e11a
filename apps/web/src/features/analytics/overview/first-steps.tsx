import { Link } from '@tanstack/react-router'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { readOverview } from '@waybill/contract/tracking/analytics-endpoints'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { setAccount, useAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { changeDraft } from '../../../shared/drafts/draft.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import styles from './first-steps.module.css'

interface FirstStepsProps {
  data: ReplyOf<typeof readOverview>
}

/** Leads a new account, until it has done the steps or hides them: on every device, and for good. */
export function FirstSteps({ data }: FirstStepsProps) {
  const words = useWords(analyticsWords).first
  const account = useAccount()
  // What was done in this visit stays until the next.
  const [wasLed] = useState(account?.isLed === true)
  const [isHidden, setHidden] = useState(false)
  const isDone = data.hasSent && data.hasBeenOpened && data.hasAsked
  const isLed = account?.isLed === true
  const { isBusy, save } = useMutation()
  useEffect(() => {
    // Where the server does not hear of it, the steps come again.
    if (isDone && isLed) endSteps().catch(() => undefined)
  }, [isDone, isLed])
  // The server forgets the steps of who has not done them only where they were hidden, here or on another device.
  const isEnded = !isLed && !isDone
  if (!wasLed || isHidden || isEnded) return null
  const slug = data.recent.find(({ kind }) => kind === 'sent')?.slug ?? data.recent[0]?.slug
  // The steps go only once the server has stored it: somebody who leaves the page before would see them again.
  const hide = async () => {
    if (!isLed || (await save(endSteps))) setHidden(true)
  }
  const next = [data.hasSent, data.hasBeenOpened, data.hasAsked].indexOf(false)
  return (
    <section
      className={`${partsStyles.paper} ${layoutStyles.stack} ${styles.firstSteps}`}
      aria-labelledby="first-steps"
    >
      <div>
        <h2 id="first-steps">{words.title}</h2>
        <p className={textStyles.soft}>{words.text}</p>
      </div>
      <ol className={layoutStyles.ruledList}>
        <Step isDone={data.hasSent} title={words.send} text={words.sendText}>
          {next === 0 && (
            <Button variant="default" onClick={() => sendTo(account?.email ?? '')}>
              {words.sendNow}
            </Button>
          )}
        </Step>
        <Step isDone={data.hasBeenOpened} title={words.open} text={words.openText}>
          {next === 1 && slug !== undefined && (
            <Link to="/dash/transfers/$slug" params={{ slug }} className={textStyles.quietButton}>
              {words.openNow}
            </Link>
          )}
        </Step>
        <Step isDone={data.hasAsked} title={words.ask} text={words.askText}>
          {!data.hasAsked && (
            <Link to="/dash/requests" search={{ new: '' } as never} className={textStyles.quietButton}>
              {words.askNow}
            </Link>
          )}
        </Step>
      </ol>
      <button type="button" className={textStyles.quietButton} aria-busy={isBusy} onClick={() => void hide()}>
        {words.hide}
      </button>
    </section>
  )
}

interface StepProps {
  isDone: boolean
  title: string
  text: string
  children: ReactNode
}

function Step({ isDone, title, text, children }: StepProps) {
  const words = useWords(analyticsWords).first
  return (
    <li data-done={isDone || undefined}>
      <span className={styles.firstStepMark}>{isDone && <Icon name="done" size={16} />}</span>
      <div className={layoutStyles.row}>
        <div>
          <strong>{title}</strong>
          <p className={textStyles.soft}>{isDone ? words.done : text}</p>
        </div>
        {!isDone && children}
      </div>
    </li>
  )
}

/** A draft that has recipients keeps them. */
function sendTo(email: string): void {
  const { screen, draft } = readQuickSend()
  if (screen === 'form' && draft.emailTo.length === 0 && draft.recipientText === '')
    setQuickSend({ draft: changeDraft(draft, { kind: 'add-recipients', text: `${email},` }) })
  showSendSheet(true)
}

/** The server remembers it for the account. */
async function endSteps(): Promise<void> {
  const { user } = await call('updateProfile', { body: { isLed: false } })
  setAccount(user)
}
