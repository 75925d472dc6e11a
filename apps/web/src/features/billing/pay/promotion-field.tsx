import { Problem } from '@waybill/contract/core/problems'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FormField } from '../../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import styles from './pay.module.css'
import { readCheckoutAgain } from './use-sandbox-checkout.ts'

/** A promotion code, folded until somebody has one. */
export function PromotionField({ session }: { session: string }) {
  const words = useWords(payWords)
  const [code, setCode] = useState('')
  const [isApplied, setApplied] = useState(false)
  const { isBusy, error, forgive, save } = useMutation()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || isBusy) return
    const isDone = await save(() => applyCode(session, code.trim()))
    setApplied(isDone)
  }
  return (
    <>
      <p className={`${layoutStyles.good} ${layoutStyles.hidesEmpty}`} role="status">
        {isApplied && words.applied}
      </p>
      {!isApplied && (
        <details className={`${partsStyles.fold} ${styles.payCode}`}>
          <summary>{words.haveCode}</summary>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <FormField
              label={words.code}
              value={code}
              error={error}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              onType={(text) => {
                forgive()
                setCode(text)
              }}
            />
            <Button type="submit" variant="default" loading={isBusy}>
              {words.apply}
            </Button>
          </form>
        </details>
      )}
    </>
  )
}

async function applyCode(session: string, code: string): Promise<void> {
  try {
    const { isGiven } = await call('typeSandboxCode', { params: { session }, body: { code } })
    if (!isGiven) throw new Problem('promotion-unknown')
  } finally {
    await readCheckoutAgain(session)
  }
}
