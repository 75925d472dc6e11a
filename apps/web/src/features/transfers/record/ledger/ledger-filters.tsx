import type { LedgerKind } from '@waybill/contract/tracking/endpoints'
import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { useWords } from '../../../../shared/words/language.tsx'
import { recipientLine } from '../recipient-title.ts'
import type { LedgerWish } from './use-ledger.ts'

const lanes = ['human', 'machine', 'owner', 'all'] as const

interface LedgerFiltersProps {
  wish: LedgerWish
  recipients: readonly RecipientState[]
  onWish: (wish: LedgerWish) => void
}

/** People or machines, one kind, one recipient. */
export function LedgerFilters({ wish, recipients, onWish }: LedgerFiltersProps) {
  const words = useWords(trackingWords)
  return (
    <div className="ledger-filters">
      <fieldset className="ledger-lanes">
        <legend className="unseen">{words.lanesLabel}</legend>
        {lanes.map((lane) => (
          <label key={lane} className="ledger-lane">
            <input
              type="radio"
              name="ledger-lane"
              checked={(wish.lane ?? 'all') === lane}
              onChange={() => onWish({ ...wish, lane: lane === 'all' ? undefined : lane })}
            />
            {words.lanes[lane]}
          </label>
        ))}
      </fieldset>
      <select
        className="text-field"
        aria-label={words.kindLabel}
        value={wish.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onWish({ ...wish, kind: value === '' ? undefined : (value as LedgerKind) })
        }
      >
        <option value="">{words.everyKind}</option>
        {Object.entries(words.kinds).map(([kind, word]) => (
          <option key={kind} value={kind}>
            {word}
          </option>
        ))}
      </select>
      {recipients.length > 1 && (
        <select
          className="text-field"
          aria-label={words.recipientLabel}
          value={wish.recipient ?? ''}
          onChange={({ currentTarget: { value } }) => onWish({ ...wish, recipient: value === '' ? undefined : value })}
        >
          <option value="">{words.everyRecipient}</option>
          {recipients.map((recipient) => (
            <option key={recipient._id} value={recipient._id}>
              {recipientLine(recipient, words)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
