import type { ProblemCode } from '@waybill/contract/core/problems'
import type { AccessRequestStep } from '@waybill/contract/downloads/page-props'
import type { AccessRequestKind } from '@waybill/contract/transfers/access-request-endpoints'
import { type ReactNode, useId } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import downloadStyles from '../../../shared/served-page/download.module.css'
import lockedStyles from '../../../shared/served-page/locked.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { downloadWords } from '../words/download-words.ts'

interface AccessRequestFormProps {
  link: { slug: string; user: string | null }
  kind: AccessRequestKind
  step: Exclude<AccessRequestStep, 'requested'>
  problem: ProblemCode | null
}

/** One step at a time on the way to the sender, in plain forms; a double click asks once. */
export function AccessRequestForm({ link, kind, step, problem }: AccessRequestFormProps) {
  const { language } = useLanguage()
  const words = useWords(downloadWords)
  const press = step === 'email' ? words.lockedPress.email : words.requestPress[kind]
  return (
    <PlainForm action="/requestAccess" press={press} problem={problem}>
      <input type="hidden" name="slug" value={link.slug} />
      {link.user !== null && <input type="hidden" name="user" value={link.user} />}
      <input type="hidden" name="kind" value={kind} />
      {step === 'email' && <AddressField />}
      {step === 'code' && (
        <>
          <label>
            {words.lockedField.code}
            <input
              name="code"
              required
              className={textStyles.mono}
              autoComplete="one-time-code"
              autoCapitalize="characters"
            />
          </label>
          <a
            className={lockedStyles.otherAddress}
            href={`?step=${kind === 'access' ? 'access-' : ''}email&lang=${language}`}
          >
            {words.otherAddress}
          </a>
        </>
      )}
    </PlainForm>
  )
}

/** Sends a lost mail again to its recipient. The form is the same for every link. */
export function LostMailForm({ problem }: { problem: ProblemCode | null }) {
  const words = useWords(downloadWords)
  return (
    <PlainForm press={words.lostPress} problem={problem}>
      <AddressField />
    </PlainForm>
  )
}

function AddressField() {
  const words = useWords(downloadWords)
  return (
    <label>
      {words.lockedField.email}
      <input name="email" required inputMode="email" autoComplete="email" autoCapitalize="none" />
    </label>
  )
}

interface PlainFormProps {
  /** Absent: the page's own address. */
  action?: string
  press: string
  problem: ProblemCode | null
  children: ReactNode
}

/** A form that the browser sends by itself, with scripts or without; its refusal shows under its button. */
export function PlainForm({ action, press, problem, children }: PlainFormProps) {
  const { language } = useLanguage()
  const alert = useId()
  return (
    <form
      className={`${lockedStyles.locked} ${lockedStyles.accessRequestForm}`}
      method="post"
      action={action}
      aria-describedby={problem === null ? undefined : alert}
    >
      {children}
      <input type="hidden" name="lang" value={language} />
      <button type="submit" className={downloadStyles.takeAll}>
        {press}
      </button>
      <p id={alert} role="alert" className={downloadStyles.takeFailed}>
        {problem !== null && problemSentence(language, problem, {})}
      </p>
    </form>
  )
}
