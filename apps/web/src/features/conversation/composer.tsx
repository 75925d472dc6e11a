import { MAX_MESSAGE_CHARS } from '@waybill/contract/conversations/rules'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useAccount } from '../../shared/api/session.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import { Address } from '../../shared/ui/marks/address.tsx'
import recordStyles from '../../shared/ui/record/record.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import styles from './conversation.module.css'
import { EmailField } from './email-field.tsx'
import { addSent, pageNow } from './use-conversation.ts'
import { conversationWords } from './words/conversation-words.ts'

/** The field for the next message. `email`: where answers go by mail; null: nowhere yet. */
export function Composer({ email }: { email: string | null }) {
  const words = useWords(conversationWords)
  const id = useId()
  const account = useAccount()
  const [text, setText] = useState('')
  const [typedEmail, setTypedEmail] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const canSend = text.trim() !== ''
  const send = async () => {
    if (!canSend) return
    const isSent = await save(async () => {
      const given = account || typedEmail.trim() === '' ? {} : { email: typedEmail }
      const { message } = await call('writeMessage', { body: { text, route: pageNow(), ...given } })
      await addSent(message, given.email ?? null)
    })
    if (isSent) setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={submit} noValidate>
      <div className={recordStyles.field}>
        <div className={fieldStyles.fieldHead}>
          <label htmlFor={id}>{words.write}</label>
        </div>
        <textarea
          id={id}
          className={fieldStyles.textField}
          value={text}
          maxLength={MAX_MESSAGE_CHARS}
          data-autofocus
          onKeyDown={press}
          onChange={(event) => {
            forgive()
            setText(event.currentTarget.value)
          }}
        />
      </div>
      {email === null && account === null && <EmailField value={typedEmail} onType={setTypedEmail} />}
      <div className={layoutStyles.ends}>
        <p className={`${textStyles.soft} ${layoutStyles.small}`}>
          {email !== null && <Address of={words.emailKnown(email)} />}
        </p>
        <Button
          type="submit"
          className={styles.composerSend}
          disabled={!canSend}
          loading={isBusy}
          title={words.sendKey}
        >
          {words.send}
        </Button>
      </div>
      <FailureLine>{error}</FailureLine>
    </form>
  )
}
