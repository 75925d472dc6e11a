import { Link } from '@tanstack/react-router'
import type { AttentionItem, AttentionKind, LateRequest } from '@waybill/contract/tracking/analytics-endpoints'
import { AgoTime } from '../../../shared/time/ago-time.tsx'
import { Address } from '../../../shared/ui/marks/address.tsx'
import { Icon, type IconName } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import styles from './attention.module.css'
import { invalidateOverview } from './use-overview.ts'

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

/** Actions for a waiting recipient: a week more for the transfer, or its mail once more. */
export interface Help {
  extend: (transfer: string) => Promise<unknown>
  mailAgain: (slug: string, email: string | null) => Promise<unknown>
}

interface AttentionProps {
  help: Help
  groups: readonly AttentionGroup[]
  late: readonly LateRequest[]
}

/** Who waits for something, with the button that helps; and for whom the account waits. */
export function Attention({ groups, late, help }: AttentionProps) {
  const words = useWords(analyticsWords)
  const waiting = groups.filter(({ count }) => count > 0)
  if (waiting.length + late.length === 0) return <p className={textStyles.soft}>{words.nothingWaits}</p>
  return (
    <div className={`${layoutStyles.stack} ${styles.attention}`}>
      {late.length > 0 && <Late requests={late} />}
      {waiting.map(({ kind, count, people }) => (
        <section key={kind} className={partsStyles.frame} data-kind={kind} aria-labelledby={`attention-${kind}`}>
          <h3 id={`attention-${kind}`}>
            <Icon name={icons[kind]} />
            {words.waiting[kind](count)}
          </h3>
          <ul className={layoutStyles.ruledList}>
            {people.slice(0, SHOWN).map((person) => (
              <Waiting key={`${person.transfer} ${person.email}`} kind={kind} person={person} help={help} />
            ))}
          </ul>
          {count > SHOWN && <p className={textStyles.soft}>{words.more(count - SHOWN)}</p>}
        </section>
      ))}
    </div>
  )
}

/** Requests with late suppliers; their own pages name them, and can remind them. */
function Late({ requests }: { requests: readonly LateRequest[] }) {
  const words = useWords(analyticsWords)
  return (
    <section className={partsStyles.frame} data-kind="late" aria-labelledby="attention-late">
      <h3 id="attention-late">
        <Icon name="clock" />
        {words.late}
      </h3>
      <ul className={layoutStyles.ruledList}>
        {requests.map(({ request, slug, title, late, suppliers, since }) => (
          <li key={request}>
            <span className={styles.attentionWho}>
              <Link to={`/dash/requests/${slug}` as string}>{title}</Link>
              <span className={textStyles.soft}>
                {words.lateOf(late, suppliers)} · <AgoTime at={since} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WaitingProps {
  kind: AttentionKind
  person: AttentionItem
  help: Help
}

function Waiting({ kind, person: { slug, email, title, fileName, transfer }, help }: WaitingProps) {
  const words = useWords(analyticsWords)
  const who = email ?? words.linkHolder
  const press = () =>
    void (kind === 'expiring' ? help.extend(transfer) : help.mailAgain(slug, email)).then(invalidateOverview)
  return (
    <li>
      <span className={styles.attentionWho}>
        {email ? <Address of={email} /> : words.linkHolder}
        <span className={textStyles.soft}>
          {title ?? fileName}{' '}
          <Link
            to="/dash/transfers/$slug"
            params={{ slug }}
            className={textStyles.mono}
            aria-label={words.transfer(slug)}
          >
            {slug}
          </Link>
        </span>
      </span>
      {(kind === 'expiring' || email !== null) && (
        <button type="button" className={textStyles.quietButton} onClick={press}>
          {kind === 'expiring' ? words.oneMoreWeek : words.mailAgain}
          <span className={textStyles.unseen}> {who}</span>
        </button>
      )}
    </li>
  )
}
