import { useQuery } from '@tanstack/react-query'
import type { previewSwitch } from '@waybill/contract/billing/payment-endpoints'
import type { OfferShape } from '@waybill/contract/billing/payment-shapes'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import { call } from '../../../shared/api/client.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { formatDay } from '../../../shared/time/moment.ts'
import { ConfirmDialog } from '../../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import { notify } from '../../../shared/ui/page/notices.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { type Language, useLanguage, useWords } from '../../../shared/words/language.tsx'
import { Facts } from '../facts.tsx'
import { formatMoney } from '../format-money.ts'
import { billingWords } from '../words/billing-words.ts'
import { buyingWords } from '../words/buying-words.ts'
import { reloadBilling, useBilling } from './use-billing.ts'

type Preview = ReplyOf<typeof previewSwitch>

interface SwitchDialogProps {
  /** The plan to switch to; it stays the same while the dialog closes. */
  offer: OfferShape
  isOpen: boolean
  onEnd: () => void
}

/** Asks before a plan is switched: what is due now, what comes next. A sum that has moved is shown and asked again. */
export function SwitchDialog({ offer, isOpen, onEnd }: SwitchDialogProps) {
  const { change, planIn } = useWords(buyingWords)
  const { planNames } = useWords(billingWords)
  const { language } = useLanguage()
  const { isBusy, error, forgive, save } = useMutation(tellSwitch)
  const preview = useQuery(
    {
      queryKey: ['switch-preview', offer.price],
      queryFn: ({ signal }) => reloadOnceDue(call('previewSwitch', { body: { price: offer.price }, signal })),
      enabled: isOpen,
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    queryClient,
  )
  const plan = planIn[offer.period](planNames[offer.role])
  const end = () => {
    forgive()
    onEnd()
  }
  const confirm = (seen: Preview) =>
    save(async () => {
      const done = await switchTo(offer, seen).catch(async (failure) => {
        if (failure instanceof Problem && failure.code === 'price-moved') await preview.refetch()
        throw failure
      })
      if (done.kind === 'unpaid') return location.assign(done.payUrl)
      await reloadBilling()
      const day = formatDay(seen.next.at, 'local', language)
      notify({ title: done.kind === 'switched' ? change.done(plan) : change.scheduled(plan, day) })
      end()
    })
  const { data } = preview
  const failure = error || (preview.error ? tellSwitch(language, preview.error) : '')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={change.title(plan)}
      text={data ? (data.when === 'now' ? change.now : change.later(formatDay(data.next.at, 'local', language))) : ''}
      confirmLabel={change.confirm}
      keepLabel={change.keep}
      isBusy={isBusy}
      isHeld={data === undefined || preview.isFetching}
      onConfirm={() => data && void confirm(data)}
      onKeep={end}
    >
      {data ? <Sums preview={data} /> : !preview.error && <Waiting />}
      <FailureLine>{failure}</FailureLine>
    </ConfirmDialog>
  )
}

const switchTo = ({ price }: OfferShape, { dueNow, at }: Preview) =>
  reloadOnceDue(call('switchPlan', { body: { price, seen: { dueNow, at } } }))

const isDue = (failure: unknown): boolean => failure instanceof Problem && failure.code === 'subscription-due'

/** The general sentence for an overdue payment speaks of a trial. */
const tellSwitch = (language: Language, failure: unknown): string =>
  isDue(failure) ? buyingWords[language].change.due : failureSentence(language, failure)

/** A payment can become overdue while the page is open: the buttons behind the dialog follow. */
async function reloadOnceDue<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (failure) {
    if (isDue(failure)) void reloadBilling().catch(() => undefined)
    throw failure
  }
}

function Waiting() {
  const { loading } = useWords(buyingWords)
  return <div className={partsStyles.waiting} role="status" aria-label={loading} />
}

function Sums({ preview: { when, dueNow, credit, next } }: { preview: Preview }) {
  const { change } = useWords(buyingWords)
  const { language } = useLanguage()
  const { data: billing } = useBilling()
  const sum = (money: Preview['dueNow']) => <span className={textStyles.mono}>{formatMoney(money, language)}</span>
  const day = formatDay(next.at, 'local', language)
  return (
    <>
      <Facts
        facts={[
          [change.dueNow, when === 'now' ? sum(dueNow) : null],
          [change.credit, credit.minor > 0 ? sum(credit) : null],
          [change.next, change.on(formatMoney(next.amount, language), day)],
        ]}
      />
      {billing?.addsTax && (
        <p className={`${textStyles.soft} ${layoutStyles.medium}`}>{when === 'now' ? change.taxIn : change.tax}</p>
      )}
    </>
  )
}
