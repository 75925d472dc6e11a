import type { previewPromotion } from '@waybill/contract/billing/payment-endpoints'
import type { BillingView } from '@waybill/contract/billing/payment-shapes'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { reloadBilling } from '../buying/use-billing.ts'
import { Facts } from '../facts.tsx'
import { formatMoney } from '../format-money.ts'
import { PromotionForm } from '../promotion-form.tsx'
import type { BuyingWords } from '../words/buying-en.ts'
import { buyingWords } from '../words/buying-words.ts'

type Preview = ReplyOf<typeof previewPromotion>

/** A promotion code for the plan that runs: typed, shown with what it takes off, then used. */
export function AddPromotion({ addsTax }: Pick<BillingView, 'addsTax'>) {
  const { promotion: words } = useWords(buyingWords)
  const [found, setFound] = useState<Preview | null>(null)
  const [isOpen, setOpen] = useState(false)
  const mutation = useMutation(tellPromotion)
  const find = (code: string) =>
    mutation.save(async () => {
      setFound(await call('previewPromotion', { body: { code } }))
      setOpen(true)
    })
  const labels = { summary: words.add, code: words.code, submit: words.find }
  return (
    <>
      <PromotionForm labels={labels} mutation={mutation} onCode={(code) => void find(code)} />
      {found && <UseDialog found={found} addsTax={addsTax} isOpen={isOpen} onEnd={() => setOpen(false)} />}
    </>
  )
}

interface UseDialogProps extends Pick<BillingView, 'addsTax'> {
  /** Stays the same while the dialog closes. */
  found: Preview
  isOpen: boolean
  onEnd: () => void
}

function UseDialog({ found, addsTax, isOpen, onEnd }: UseDialogProps) {
  const words = useWords(buyingWords)
  const { language } = useLanguage()
  const { isBusy, error, forgive, save } = useMutation(tellPromotion)
  const { promotion, now, next, at } = found
  const { promotion: shown, change } = words
  const day = formatDay(at, 'local', language)
  const sum = (money: Preview['now']) => {
    const text = formatMoney(money, language)
    return addsTax ? words.plusTax(text) : text
  }
  const end = () => {
    forgive()
    onEnd()
  }
  const use = () =>
    void save(async () => {
      await call('applyPromotion', { body: { code: promotion.code } })
      notify({ title: shown.applied(sum(next), day) })
      end()
      await reloadBilling()
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={shown.title(promotion.code)}
      text={offText(promotion, words, language)}
      confirmLabel={shown.apply}
      keepLabel={shown.keep}
      isBusy={isBusy}
      onConfirm={use}
      onKeep={end}
    >
      <Facts
        facts={[
          [shown.now, sum(now)],
          [shown.next, change.on(sum(next), day)],
        ]}
      />
      <FailureLine>{error}</FailureLine>
    </ConfirmDialog>
  )
}

/** '50% off, for 3 months'. */
function offText(
  { percentOff, amountOff, months }: Preview['promotion'],
  words: BuyingWords,
  language: Language,
): string {
  const share = percentOff === null ? amountOff && formatMoney(amountOff, language) : `${percentOff}%`
  const long = months === null ? words.plan.forEver : words.promotion.months(months)
  return [share && words.promotion.off(share), long].filter(Boolean).join(language === 'zh' ? '，' : ', ')
}

/** The general sentence for an overdue payment speaks of a trial. */
const tellPromotion = (language: Language, failure: unknown): string =>
  failure instanceof Problem && failure.code === 'subscription-due'
    ? buyingWords[language].promotion.due
    : failureSentence(language, failure)
