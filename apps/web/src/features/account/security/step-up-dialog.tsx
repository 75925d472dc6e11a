import { Problem } from '@waybill/contract/core/problems'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { SecondFactorForm, type SecondFactorState } from '../sign-in/second-factor-form.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { PasswordAsk } from './password-ask.tsx'
import { type Asked, useAsked } from './step-up.ts'

/** Asks for proof again before a change of who can sign in. Escape changes nothing. */
export function StepUpDialog() {
  const words = useWords(accountPageWords)
  const asked = useAsked()
  return (
    <Dialog opened={asked !== null} onClose={() => asked?.giveUp()} size="sm" centered>
      <DialogContent label={words.stepUp} isPadded>
        {asked && <StepUpForm asked={asked} />}
      </DialogContent>
    </Dialog>
  )
}

function StepUpForm({ asked }: { asked: Asked }) {
  const words = useWords(accountPageWords)
  const [begun, setBegun] = useState(asked.secondFactor)
  const { language } = useLanguage()
  const [error, say] = useState('')
  const [isBusy, setBusy] = useState(false)
  if (begun === null) {
    const begin = async (password: string) => {
      const reply = await call('beginStepUp', { body: { password } })
      if ('stepUp' in reply) asked.give(reply.stepUp)
      else setBegun(reply.secondFactor)
    }
    return (
      <>
        <h2>{words.stepUp}</h2>
        <p className={textStyles.soft}>{words.stepUpText}</p>
        <PasswordAsk label={words.proceed} onGive={begin} onEnd={asked.giveUp} />
      </>
    )
  }
  const answer: SecondFactorState['answer'] = async (given) => {
    setBusy(true)
    say('')
    try {
      asked.give((await call('finishStepUp', { body: { ticket: begun.ticket, ...given } })).stepUp)
      return true
    } catch (failure) {
      // The ticket has expired: asks for the password again.
      if (failure instanceof Problem && failure.code === 'login-expired') setBegun(null)
      else say(failureSentence(language, failure))
      return false
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <SecondFactorForm logIn={{ isBusy, error, secondFactor: begun, answer, say }} onRefused={() => undefined} />
      <button type="button" className={textStyles.quietButton} onClick={asked.giveUp}>
        {words.cancel}
      </button>
    </>
  )
}
