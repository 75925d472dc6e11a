import type { LockedRequestPage, RequestTroublePage } from '@waybill/contract/requests/page-props'
import { type FormEvent, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { problemSentence } from '../../shared/api/problem-words.ts'
import downloadStyles from '../../shared/served-page/download.module.css'
import lockedStyles from '../../shared/served-page/locked.module.css'
import { Slip } from '../../shared/ui/marks/slip.tsx'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { failureWords } from './failure-words.ts'
import { answerWords } from './words/answer-words.ts'

type Unlocking = { phase: 'idle' | 'asking' } | { phase: 'failed'; error: unknown }

/** Replaces a locked request: one field, in a plain form that needs no scripts. */
export function LockedRequestSlip({ page: { slug, user, problem } }: { page: LockedRequestPage }) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  const [state, setState] = useState<Unlocking>({ phase: 'idle' })
  const unlock = async (form: HTMLFormElement) => {
    const password = String(new FormData(form).get('password') ?? '')
    setState({ phase: 'asking' })
    try {
      const link = { slug, ...(user === null ? {} : { user }) }
      await call('unlockRequest', { body: { ...link, password } })
      const here = new URL(location.href)
      here.searchParams.delete('problem')
      location.replace(here)
    } catch (error) {
      setState({ phase: 'failed', error })
      form.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.phase !== 'asking') void unlock(event.currentTarget)
  }
  const told = problem === null ? '' : (words.refused[problem] ?? problemSentence(language, problem))
  return (
    <Slip label={words.label} number={slug} name={words.slipName(slug)}>
      <form
        className={`${downloadStyles.closed} ${lockedStyles.locked}`}
        method="post"
        action="/unlockRequest"
        onSubmit={submit}
      >
        <h1>{words.lockedTitle}</h1>
        <p className={textStyles.soft}>{words.lockedText}</p>
        <input type="hidden" name="slug" value={slug} />
        <input type="hidden" name="user" value={user ?? ''} />
        <label>
          {words.password}
          <input name="password" type="password" autoComplete="off" required maxLength={256} />
        </label>
        <button type="submit" className={downloadStyles.takeAll} aria-busy={state.phase === 'asking'}>
          {words.open}
        </button>
        <p role="status" className={textStyles.soft}>
          {state.phase === 'asking' && words.opening}
        </p>
        <p role="alert" className={downloadStyles.takeFailed}>
          {state.phase === 'failed' ? failureWords(language, state.error) : state.phase === 'idle' && told}
        </p>
      </form>
    </Slip>
  )
}

export function UnknownRequestSlip() {
  const words = useWords(answerWords)
  return (
    <Slip label={words.label}>
      <div className={downloadStyles.closed}>
        <h1>{words.unknownTitle}</h1>
        <p className={textStyles.soft}>{words.unknownText}</p>
        <p>
          <a href="/">{words.home}</a>
        </p>
      </div>
    </Slip>
  )
}

export function RequestTroubleSlip({ page }: { page: RequestTroublePage }) {
  const { language } = useLanguage()
  const words = useWords(answerWords)
  return (
    <Slip label={words.label}>
      <div className={downloadStyles.closed}>
        <h1>{words.troubleTitle}</h1>
        <p className={textStyles.soft}>{problemSentence(language, page.code, page.facts)}</p>
        <p>
          <a href="?">{words.tryAgain}</a>
        </p>
      </div>
    </Slip>
  )
}
