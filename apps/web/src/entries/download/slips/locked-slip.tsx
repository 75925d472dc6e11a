import type { LockedPage } from '@waybill/contract/downloads/page-props'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { AccessLink } from '../access-link.tsx'
import { downloadWords } from '../words/download-words.ts'
import { type LinkChallenge, useUnlock } from './use-unlock.ts'

/** How each field is typed and filled in; never as a password of this site. */
const fields = {
  password: { type: 'password', autoComplete: 'off' },
  email: { type: 'text', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  code: { type: 'text', autoComplete: 'one-time-code', autoCapitalize: 'characters' },
} as const

/** Replaces a restricted transfer: one field at a time, in a plain form that needs no scripts. */
export function LockedSlip({ page }: { page: LockedPage }) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const { challenge, state, unlock, startOver } = useUnlock(page)
  const form = useRef<HTMLFormElement>(null)
  const refusal = state.phase === 'failed' ? state.error : null
  // When another field or a refusal appears, the focus goes to that field.
  useEffect(() => {
    if (refusal !== null || challenge !== page.challenge) fieldOf(form.current, challenge)?.focus()
  }, [refusal, challenge, page.challenge])

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    unlock(fieldOf(form.current, challenge)?.value ?? '')
  }
  return (
    <Slip label={words.transfer} number={page.slug} name={words.slipName(page.slug)}>
      <form
        key={challenge}
        ref={form}
        className={`${downloadStyles.closed} ${lockedStyles.locked}`}
        method="post"
        action="/unlock"
        onSubmit={submit}
      >
        <h1>{words.lockedTitle[challenge]}</h1>
        <p className={textStyles.soft}>{words.lockedText[challenge]}</p>
        <input type="hidden" name="slug" value={page.slug} />
        {page.user !== null && <input type="hidden" name="user" value={page.user} />}
        <input type="hidden" name="lang" value={language} />
        <label>
          {words.lockedField[challenge]}
          <input
            name={challenge}
            required
            className={challenge === 'code' ? textStyles.mono : undefined}
            {...fields[challenge]}
          />
        </label>
        <button type="submit" className={downloadStyles.takeAll} aria-busy={state.phase === 'asking'}>
          {words.lockedPress[challenge]}
        </button>
        <p role="status" className={textStyles.soft}>
          {state.phase === 'asking' && words.unlocking}
        </p>
        <p role="alert" className={downloadStyles.takeFailed}>
          {state.phase === 'failed' && failureSentence(language, state.error)}
        </p>
        {challenge === 'code' && <OtherAddress onPress={startOver} />}
        {page.user !== null && challenge !== 'password' && (
          <p>
            <AccessLink />
          </p>
        )}
      </form>
    </Slip>
  )
}

function fieldOf(form: HTMLFormElement | null, challenge: LinkChallenge): HTMLInputElement | null {
  const field = form?.elements.namedItem(challenge)
  return field instanceof HTMLInputElement ? field : null
}

function OtherAddress({ onPress }: { onPress: (challenge: LinkChallenge) => void }) {
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
