import type { LockedPage } from '@waybill/contract/downloads/page-props'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { AccessLink } from '../access-link.tsx'
import { downloadWords } from '../words/download-words.ts'
import { type Ask, useUnlock } from './use-unlock.ts'
import '../../../shared/served-page/locked.css'

/** How each field is typed and filled in; never as a password of this site. */
const fields = {
  password: { type: 'password', autoComplete: 'off' },
  email: { type: 'text', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  code: { type: 'text', autoComplete: 'one-time-code', autoCapitalize: 'characters' },
} as const

/** Stands in the place of a transfer that is closed: one field at a time, in a plain form that needs no scripts. */
export function LockedSlip({ page }: { page: LockedPage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const { ask, state, unlock, startOver } = useUnlock(page)
  const form = useRef<HTMLFormElement>(null)
  const refusal = state.phase === 'failed' ? state.error : null
  // Where another field or a refusal has come, it is the next thing to type in.
  useEffect(() => {
    if (refusal !== null || ask !== page.ask) fieldOf(form.current, ask)?.focus()
  }, [refusal, ask, page.ask])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    unlock(fieldOf(form.current, ask)?.value ?? '')
  }
  return (
    <Slip label={words.transfer} number={page.slug} name={words.slipName(page.slug)}>
      <form key={ask} ref={form} className="closed locked" method="post" action="/unlock" onSubmit={submit}>
        <h1>{words.lockedTitle[ask]}</h1>
        <p className="soft">{words.lockedText[ask]}</p>
        <input type="hidden" name="slug" value={page.slug} />
        {page.user !== null && <input type="hidden" name="user" value={page.user} />}
        <input type="hidden" name="lang" value={language} />
        <label>
          {words.lockedField[ask]}
          <input name={ask} required className={ask === 'code' ? 'mono' : undefined} {...fields[ask]} />
        </label>
        <button type="submit" className="take-all" aria-busy={state.phase === 'asking'}>
          {words.lockedPress[ask]}
        </button>
        <p role="status" className="soft">
          {state.phase === 'asking' && words.unlocking}
        </p>
        <p role="alert" className="take-failed">
          {state.phase === 'failed' && failureSentence(language, state.error)}
        </p>
        {ask === 'code' && <OtherAddress onPress={startOver} />}
        {page.user !== null && ask !== 'password' && (
          <p>
            <AccessLink />
          </p>
        )}
      </form>
    </Slip>
  )
}

function fieldOf(form: HTMLFormElement | null, ask: Ask): HTMLInputElement | null {
  const field = form?.elements.namedItem(ask)
  return field instanceof HTMLInputElement ? field : null
}

function OtherAddress({ onPress }: { onPress: (ask: Ask) => void }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const press = (event: SyntheticEvent) => {
    event.preventDefault()
    onPress('email')
  }
  return (
    <p>
      <a href={`?step=email&lang=${language}`} onClick={press}>
        {words.otherAddress}
      </a>
    </p>
  )
}
