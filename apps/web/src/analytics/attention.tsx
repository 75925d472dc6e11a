import { Link } from '@tanstack/react-router'
import type { AttentionItem, AttentionKind } from '@waybill/contract/analytics'
import { DEFAULT_EXPIRY_SECONDS } from '@waybill/contract/expiry'
import { extendTransfers } from '../transfers/change-transfers.ts'
import { mailAgain } from '../transfers/mail-again.ts'
import { Address } from '../ui/address.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { analyticsWords } from '../words/analytics.ts'
import { useWords } from '../words/language.tsx'
import './attention.css'
import { rereadOverview } from './use-overview.ts'

const SHOWN = 3
const icons: Record<AttentionKind, IconName> = {
  bounced: 'mail',
  stalled: 'warning',
  expiring: 'clock',
  unseen: 'mail',
}

export interface AttentionGroup {
  kind: AttentionKind
  count: number
  people: readonly AttentionItem[]
}

/** Who waits for something, and the press that helps. */
export function Attention({ groups }: { groups: readonly AttentionGroup[] }) {
  const words = useWords(analyticsWords)
  const waiting = groups.filter(({ count }) => count > 0)
  if (waiting.length === 0) return <p className="soft">{words.nothingWaits}</p>
  return (
    <div className="attention">
      {waiting.map(({ kind, count, people }) => (
        <section key={kind} data-kind={kind} aria-labelledby={`attention-${kind}`}>
          <h3 id={`attention-${kind}`}>
            <Icon name={icons[kind]} />
            {words.waiting[kind](count)}
          </h3>
          <ul>
            {people.slice(0, SHOWN).map((person) => (
              <Waiting key={`${person.transfer} ${person.email}`} kind={kind} person={person} />
            ))}
          </ul>
          {count > SHOWN && <p className="soft">{words.more(count - SHOWN)}</p>}
        </section>
      ))}
    </div>
  )
}

function Waiting({
  kind,
  person: { slug, email, fileName, transfer },
}: {
  kind: AttentionKind
  person: AttentionItem
}) {
  const words = useWords(analyticsWords)
  const who = email ?? words.linkHolder
  const help = () =>
    void (kind === 'expiring' ? extendTransfers([transfer], DEFAULT_EXPIRY_SECONDS) : mailAgain(slug, email)).then(
      rereadOverview,
    )
  return (
    <li>
      <span className="attention-who">
        {email ? <Address of={email} /> : words.linkHolder}
        <span className="soft">
          {fileName}{' '}
          <Link to="/dash/transfers/$slug" params={{ slug }} className="mono" aria-label={words.transfer(slug)}>
            {slug}
          </Link>
        </span>
      </span>
      {(kind === 'expiring' || email !== null) && (
        <button type="button" className="quiet-button" onClick={help}>
          {kind === 'expiring' ? words.oneMoreWeek : words.mailAgain}
          <span className="unseen"> {who}</span>
        </button>
      )}
    </li>
  )
}
