import type { LedgerKind } from '@waybill/contract/tracking/endpoints'
import type { RecipientState } from '@waybill/contract/transfers/list-endpoints'
import type { ReactNode } from 'react'
import { useAccount } from '../../../../shared/api/session.ts'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import fieldStyles from '../../../../shared/ui/fields/field.module.css'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../../shared/words/language.tsx'
import { recipientLine } from '../recipient-title.ts'
import ledgerStyles from './ledger.module.css'
import type { LedgerFilter } from './use-ledger.ts'

const actorKinds = ['human', 'bot', 'owner', 'all'] as const

interface LedgerFiltersProps {
  filter: LedgerFilter
  recipients: readonly RecipientState[]
  onFilter: (filter: LedgerFilter) => void
  children: ReactNode
}

/** People or bots, one kind, one recipient; what else decides how the list shows comes as children. */
export function LedgerFilters({ filter, recipients, onFilter, children }: LedgerFiltersProps) {
  const words = useWords(trackingWords)
  const isTeam = (useAccount()?.team.length ?? 0) > 1
  return (
    <div className={`${layoutStyles.row} ${ledgerStyles.ledgerFilters}`}>
      <fieldset className={partsStyles.segments}>
        <legend className={textStyles.unseen}>{words.actorKindsLabel}</legend>
        {actorKinds.map((actorKind) => (
          <label key={actorKind}>
            <input
              type="radio"
              name="ledger-actor-kind"
              checked={(filter.actorKind ?? 'all') === actorKind}
              onChange={() => onFilter({ ...filter, actorKind: actorKind === 'all' ? undefined : actorKind })}
            />
            {actorKind === 'owner' && isTeam ? words.team : words.actorKinds[actorKind]}
          </label>
        ))}
      </fieldset>
      <select
        className={fieldStyles.textField}
        aria-label={words.kindLabel}
        value={filter.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, kind: value === '' ? undefined : (value as LedgerKind) })
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
          className={fieldStyles.textField}
          aria-label={words.recipientLabel}
          value={filter.recipient ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, recipient: value === '' ? undefined : value })
          }
        >
          <option value="">{words.everyRecipient}</option>
          {recipients.map((recipient) => (
            <option key={recipient._id} value={recipient._id}>
              {recipientLine(recipient, words)}
            </option>
          ))}
        </select>
      )}
      {children}
    </div>
  )
}
