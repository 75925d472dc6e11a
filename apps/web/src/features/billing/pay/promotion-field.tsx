import { Problem } from '@waybill/contract/core/problems'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { PromotionForm } from '../promotion-form.tsx'
import { payWords } from '../words/pay/pay-words.ts'
import styles from './pay.module.css'
import { readCheckoutAgain } from './use-sandbox-checkout.ts'

/** A promotion code for the purchase. */
export function PromotionField({ session }: { session: string }) {
  const words = useWords(payWords)
  const [isApplied, setApplied] = useState(false)
  const mutation = useMutation()
  const submit = async (code: string) => setApplied(await mutation.save(() => applyCode(session, code)))
  const labels = { summary: words.haveCode, code: words.code, submit: words.apply }
  return (
    <>
      <p className={`${layoutStyles.good} ${layoutStyles.hidesEmpty}`} role="status">
        {isApplied && words.applied}
      </p>
      {!isApplied && (
        <PromotionForm
          labels={labels}
          mutation={mutation}
          {...(styles.payCode && { className: styles.payCode })}
          onCode={(code) => void submit(code)}
        />
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
