import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import { AgoTime } from '../../../../shared/time/ago-time.tsx'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { useNewestEntries } from './use-ledger.ts'

/** Recipients whose link was opened elsewhere, by their ids. */
export function useForwarded(transfer: string): ReadonlySet<string> {
  const forwarded = useNewestEntries(transfer, 'forwarded')
  return new Set(forwarded.flatMap(({ recipient }) => recipient?._id ?? []))
}

/** ' · stalled 14 minutes ago', or nothing. */
export function StalledNote({ recipient: { stalledAt, finishedAt } }: { recipient: RecipientState }) {
  const words = useWords(trackingWords)
  if (stalledAt === null || finishedAt !== null) return null
  return (
    <span className={layoutStyles.warned}>
      {' · '}
      {words.stalled[0]}
      <AgoTime at={stalledAt} />
      {words.stalled[1]}
    </span>
  )
}

export function ForwardedNote() {
  const words = useWords(trackingWords)
  return <span className={layoutStyles.warned}> · {words.forwarded}</span>
}
