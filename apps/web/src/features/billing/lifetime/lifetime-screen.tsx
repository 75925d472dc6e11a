import { newLifetimeCodes } from '@waybill/contract/billing/lifetime'
import type { PlanName } from '@waybill/contract/billing/plan-names'
import { lifetimeRole, MAX_LIFETIME_CODES } from '@waybill/contract/billing/plans'
import type { LifetimeCodes, User } from '@waybill/contract/identity/profile-endpoints'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { refreshAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { supportEmail } from '../../../shared/document/support-email.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import { Slip } from '../../../shared/ui/marks/slip.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { billingWords } from '../words/billing-words.ts'
import { Confetti } from './confetti.tsx'
import styles from './lifetime.module.css'

interface LifetimeScreenProps {
  account: User
  /** A code that came with the address of the page. */
  code?: string | undefined
}

/** Where codes of the lifetime deal are activated: up to eight, each with its place. */
export function LifetimeScreen({ account, code = '' }: LifetimeScreenProps) {
  const words = useWords(billingWords)
  const active = activeCodes(account.isSumo)
  const [typed, setTyped] = useState<Record<number, string>>(code === '' ? {} : { [active.length]: code })
  const { isBusy, error, forgive, save } = useMutation()
  const [isInvalid, setInvalid] = useState(false)
  const [celebrations, setCelebrations] = useState(0)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const codes = Object.values(typed)
    const isSound = newLifetimeCodes(codes, active) !== null
    setInvalid(!isSound)
    if (!isSound || isBusy) return
    const isDone = await save(async () => {
      await call('redeemLifetimeCodes', { body: { userId: account._id, email: account.email, codes } })
      await refreshAccount()
    })
    if (!isDone) return
    setTyped({})
    setCelebrations((times) => times + 1)
  }
  const isRefused = isInvalid || error !== ''
  return (
    <div className={styles.lifetime}>
      {celebrations > 0 && <Confetti key={celebrations} />}
      <LifetimeBanner role={account.role as PlanName} codes={active.length} />
      <Slip label={words.lifetime.slip} name={words.lifetime.slip} aside={<span />}>
        <form className={styles.lifetimeForm} onSubmit={submit} noValidate>
          {Array.from({ length: MAX_LIFETIME_CODES }, (_none, nth) => (
            <FormField
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
              key={nth}
              label={words.lifetime.code(nth + 1)}
              value={active[nth] ?? typed[nth] ?? ''}
              disabled={nth < active.length}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              onType={(text) => {
                forgive()
                setInvalid(false)
                setTyped((before) => ({ ...before, [nth]: text }))
              }}
            />
          ))}
          <p className={`${layoutStyles.wholeLine} ${styles.lifetimeError}`} role="alert">
            {isRefused && words.lifetime.invalid(supportEmail())}
          </p>
          <div className={`${layoutStyles.wrap} ${layoutStyles.wholeLine} ${styles.lifetimeEnd}`}>
            <p className={textStyles.soft}>
              {active.length < MAX_LIFETIME_CODES
                ? words.lifetime.activated(active.length)
                : words.lifetime.maximum(active.length)}
            </p>
            {active.length < MAX_LIFETIME_CODES && (
              <Button type="submit" loading={isBusy}>
                {words.lifetime.proceed}
              </Button>
            )}
          </div>
        </form>
      </Slip>
    </div>
  )
}

/** Who is welcome, and what the next code gives. */
function LifetimeBanner({ role, codes }: { role: PlanName; codes: number }) {
  const words = useWords(billingWords)
  const next = lifetimeRole(codes + 1)
  return (
    <div className={`${layoutStyles.stack} ${styles.lifetimeBanner}`}>
      <h1>{words.lifetime.welcome}</h1>
      <p>{codes === 0 ? words.lifetime.intro : words.onPlan(words.planNames[role])}</p>
      <LifetimeLadder codes={codes} />
      {codes > 0 && codes < MAX_LIFETIME_CODES && next !== null && (
        <p className={textStyles.soft}>{words.lifetime.nextCode(words.planNames[next as PlanName])}</p>
      )}
    </div>
  )
}

const steps = [[1], [2], [3, 4], [5, 6], [7, 8]] as const

/** What how many codes give; the step that the account has reached is marked. */
export function LifetimeLadder({ codes }: { codes: number }) {
  const words = useWords(billingWords)
  return (
    <ol className={styles.lifetimeLadder}>
      {steps.map((step) => (
        <li key={step[0]} aria-current={(step as readonly number[]).includes(codes) ? 'step' : undefined}>
          <span>{words.lifetime.codes(step[0], step.at(-1) as number)}</span>
          <strong>{words.planNames[lifetimeRole(step[0]) as PlanName]}</strong>
        </li>
      ))}
    </ol>
  )
}

/** The active codes by their place. */
function activeCodes(codes: LifetimeCodes): string[] {
  const { code1, code2, code3, code4, code5, code6, code7, code8 } = codes
  return [code1, code2, code3, code4, code5, code6, code7, code8].flatMap((code) => code ?? [])
}
