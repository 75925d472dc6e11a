import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { readDeviceLogin } from '@waybill/contract/identity/device-endpoints'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { PasswordField } from '../../../shared/ui/fields/password-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { callSteppedUp } from '../security/step-up.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { keysWords } from './words/keys-words.ts'

type Asked = ReplyOf<typeof readDeviceLogin>

interface DeviceLoginProps {
  /** From the link; '' where its owner types it. */
  code: string
  onEnd: () => void
}

/** Lets a program on another screen act for the account. A code from a link still takes a press. */
export function DeviceLogin({ code, onEnd }: DeviceLoginProps) {
  const words = useWords(keysWords).device
  const [typed, setTyped] = useState(code)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [answered, setAnswered] = useState<'allowed' | 'denied' | null>(null)
  const { isBusy, error, forgive, save } = useMutation()
  const look = () => save(async () => setAsked(await call('readDeviceLogin', { body: { userCode: typed.trim() } })))
  const first = useRef(code === '' ? null : look)
  useEffect(() => {
    void first.current?.()
    first.current = null
  }, [])
  if (answered !== null) {
    return (
      <AccountPart title={answered === 'allowed' ? words.allowedHead : words.deniedHead} text="">
        <p role="status">{words[answered]}</p>
        <div className={layoutStyles.row}>
          <Button onClick={onEnd}>{words.done}</Button>
        </div>
      </AccountPart>
    )
  }
  if (asked !== null) return <Question code={typed.trim()} asked={asked} onAnswer={setAnswered} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void look()
  }
  return (
    <AccountPart title={words.title} text={words.text}>
      <form className={layoutStyles.stack} onSubmit={submit} noValidate>
        <FormField
          label={words.code}
          value={typed}
          placeholder="K7QM-2XTD"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          error={error}
          onType={(text) => {
            forgive()
            setTyped(text)
          }}
        />
        <div className={layoutStyles.row}>
          <Button type="submit" loading={isBusy}>
            {words.proceed}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}

interface QuestionProps {
  code: string
  asked: Asked
  onAnswer: (answer: 'allowed' | 'denied') => void
}

function Question({ code, asked, onAnswer }: QuestionProps) {
  const all = useWords(keysWords)
  const words = all.device
  const [scopes, setScopes] = useState<readonly KeyScope[]>(asked.scopes)
  const [password, setPassword] = useState('')
  const { isBusy, error, forgive, save } = useMutation()
  const answer = (isAllowed: boolean) =>
    save(async () => {
      const chosen = isAllowed ? { scopes: [...scopes], password } : {}
      const options = { body: { userCode: code, isAllowed, ...chosen } }
      if (isAllowed) await callSteppedUp('answerDeviceLogin', options, password)
      else await call('answerDeviceLogin', options)
      onAnswer(isAllowed ? 'allowed' : 'denied')
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scopes.length > 0 && password !== '') void answer(true)
  }
  return (
    <AccountPart title={words.asksHead(asked.name)} text={words.compare(code)}>
      <form className={layoutStyles.stack} onSubmit={submit} noValidate>
        <p className={layoutStyles.warned}>{words.warning}</p>
        <p>
          {words.from([asked.city, asked.country, asked.network].filter(Boolean).join(' · '))}
          {!asked.isOwnNetwork && <strong className={layoutStyles.warned}> {words.elsewhere}</strong>}
        </p>
        <ScopeChoice
          offered={asked.scopes}
          scopes={scopes}
          onChoose={setScopes}
          error={scopes.length === 0 ? all.scopesNone : ''}
        />
        <p className={textStyles.soft}>{words.ends(asked.days)}</p>
        <PasswordField
          label={all.password}
          purpose="current"
          value={password}
          onType={(text) => {
            forgive()
            setPassword(text)
          }}
        />
        <FailureLine>{error}</FailureLine>
        <div className={layoutStyles.row}>
          <Button variant="default" onClick={() => void answer(false)}>
            {words.deny}
          </Button>
          <Button type="submit" loading={isBusy} disabled={password === '' || scopes.length === 0}>
            {words.allow}
          </Button>
        </div>
      </form>
    </AccountPart>
  )
}
