import { CODE_LENGTH, foldCode, isCode } from '@waybill/contract/identity/codes'
import { type FormEvent, useState } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { setQuickSend, useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CodeField } from '../../../shared/ui/fields/code-field.tsx'
import { ResendButton } from '../../../shared/ui/fields/resend-button.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { spokenLanguage, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { confirmCodeAndSend, requestCode } from '../upload/send-transfer.ts'
import styles from './code-screen.module.css'

/** Asks for the code mailed to the sender; a wrong one shakes. */
export function CodeScreen() {
  const words = useWords(sendingWords)
  const senderEmail = useQuickSend((state) => state.draft.senderEmail)
  const isPlanning = useQuickSend((state) => state.isPlanning)
  const [typed, setTyped] = useState('')
  const { wrong, isChecking, check, tell, forgive } = useCodeCheck(() => setTyped(''))
  const isWhole = isCode(foldCode(typed))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isChecking && !isPlanning) void check(typed)
  }
  return (
    <Slip label={words.codeName} name={words.codeName} aside={<BackButton label={words.back} />}>
      <form className={`${layoutStyles.stackTight} ${styles.codeForm}`} onSubmit={submit} noValidate>
        <h2 className={layoutStyles.title}>{words.codeTitle}</h2>
        <p className={textStyles.soft}>{words.codeText(senderEmail)}</p>
        <CodeField
          label={words.codeLabel}
          value={typed}
          shakeTurn={wrong.turn}
          onType={(text) => {
            forgive()
            setTyped(text.slice(0, CODE_LENGTH + 3))
          }}
        />
        <p className={`${layoutStyles.bad} ${layoutStyles.large} ${styles.codeWrong}`} role="alert">
          {wrong.text}
        </p>
        <Button type="submit" fullWidth disabled={!isWhole} loading={isChecking || isPlanning}>
          {words.verify}
        </Button>
        <p className={`${textStyles.soft} ${layoutStyles.medium} ${layoutStyles.aboveTight}`}>{words.codeSpam}</p>
        <ResendButton onPress={() => resend().then(tell)}>{words.codeResend}</ResendButton>
      </form>
    </Slip>
  )
}

function useCodeCheck(clear: () => void) {
  const { language } = useLanguage()
  const [wrong, setWrong] = useState({ turn: 0, text: '' })
  const [isChecking, setChecking] = useState(false)
  const check = async (typed: string) => {
    setChecking(true)
    try {
      await confirmCodeAndSend(typed)
    } catch (error) {
      setWrong(({ turn }) => ({ turn: turn + 1, text: failureSentence(language, error) }))
      clear()
    } finally {
      setChecking(false)
    }
  }
  const tell = (text: string) => setWrong((shown) => (shown.text === text ? shown : { ...shown, text }))
  return { wrong, isChecking, check, tell, forgive: () => tell('') }
}

function BackButton({ label }: { label: string }) {
  return (
    <button type="button" className={textStyles.quietButton} onClick={() => setQuickSend({ screen: 'form' })}>
      <Icon name="back" size={16} />
      {label}
    </button>
  )
}

/** Resolves to why the code was not mailed; '' where it was. */
async function resend(): Promise<string> {
  const language = spokenLanguage()
  try {
    await requestCode()
    notify({ title: sendingWords[language].codeResent })
    return ''
  } catch (error) {
    return failureSentence(language, error)
  }
}
