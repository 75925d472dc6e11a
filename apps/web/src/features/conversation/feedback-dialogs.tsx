import { MAX_MESSAGE_CHARS, type Rating, ratings } from '@waybill/contract/conversations/rules'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useAccount } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { keep } from '../../shared/storage/kept.ts'
import confirmDialogStyles from '../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import recordStyles from '../../shared/ui/record/record.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './conversation.module.css'
import { openOver } from './conversation-state.ts'
import { EmailField } from './email-field.tsx'
import { invalidateConversation, pageNow } from './use-conversation.ts'
import { conversationWords } from './words/conversation-words.ts'

const close = () => openOver(null)

/** The specification's time of a modal that closes itself. */
const THANKS_MS = 6_000

interface FeedbackDialogsProps {
  opened: 'feedback' | 'thanks' | null
}

/** The form, and the thanks that close by themselves. What was typed stays while the page is open. */
export function FeedbackDialogs({ opened }: FeedbackDialogsProps) {
  const words = useWords(conversationWords)
  const [typed, setTyped] = useState<Typed>({ message: '', rating: 'Fine', email: '' })
  useEffect(() => {
    if (opened !== 'thanks') return
    const timer = setTimeout(close, THANKS_MS)
    return () => clearTimeout(timer)
  }, [opened])
  const onSent = () => {
    setTyped((before) => ({ ...before, message: '' }))
    openOver('thanks')
  }
  return (
    <>
      <Dialog opened={opened === 'feedback'} onClose={close} size={480} centered>
        <DialogContent
          label={words.feedback}
          className={confirmDialogStyles.confirmContent}
          bodyClassName={partsStyles.dialogBody}
        >
          <FeedbackForm typed={typed} onType={(more) => setTyped({ ...typed, ...more })} onSent={onSent} />
        </DialogContent>
      </Dialog>
      <Dialog opened={opened === 'thanks'} onClose={close} size={400} centered>
        <DialogContent
          label={words.thanks}
          className={confirmDialogStyles.confirmContent}
          bodyClassName={partsStyles.dialogBody}
        >
          <div role="status">
            <h2>{words.thanks}</h2>
            <p>{words.thanksText}</p>
          </div>
          <div className={partsStyles.formActs}>
            <Button variant="default" onClick={close}>
              {words.close}
            </Button>
          </div>
        </DialogContent>
      </Dialog>
    </>
  )
}

interface Typed {
  message: string
  rating: Rating
  email: string
}

interface FeedbackFormProps {
  typed: Typed
  onType: (more: Partial<Typed>) => void
  onSent: () => void
}

function FeedbackForm({ typed: { message, rating, email }, onType, onSent }: FeedbackFormProps) {
  const words = useWords(conversationWords)
  const id = useId()
  const account = useAccount()
  const { isBusy, error, forgive, save } = useMutation()
  const canSend = message.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    const isSent = await save(async () => {
      const given = account || email.trim() === '' ? {} : { email }
      await call('sendFeedback', { body: { message, rating, route: pageNow(), ...given } })
      keep('conversation', 'begun')
      await invalidateConversation()
    })
    if (isSent) onSent()
  }
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h2>{words.feedback}</h2>
        <p>{words.feedbackLead}</p>
      </div>
      <fieldset className={styles.feedbackRating}>
        <legend className={fieldStyles.fieldHead}>{words.rating}</legend>
        <div className={partsStyles.segments}>
          {ratings.map((one) => (
            <label key={one}>
              <input type="radio" name={id} checked={one === rating} onChange={() => onType({ rating: one })} />
              {words.ratings[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={recordStyles.field}>
        <div className={fieldStyles.fieldHead}>
          <label htmlFor={`${id}-text`}>{words.comment}</label>
        </div>
        <textarea
          id={`${id}-text`}
          className={fieldStyles.textField}
          value={message}
          maxLength={MAX_MESSAGE_CHARS}
          data-autofocus
          onChange={(event) => {
            forgive()
            onType({ message: event.currentTarget.value })
          }}
        />
      </div>
      {account === null && <EmailField value={email} onType={(typed) => onType({ email: typed })} />}
      <FailureLine>{error}</FailureLine>
      <div className={partsStyles.formActs}>
        <Button variant="default" onClick={close}>
          {words.cancel}
        </Button>
        <Button type="submit" disabled={!canSend} loading={isBusy}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
