import type { LedgerEntry, LedgerKind } from '@waybill/contract/tracking/endpoints'
import { EvidenceHelp } from '../../../../shared/evidence/evidence-help.tsx'
import { placeName } from '../../../../shared/places/place-name.ts'
import { formatExactly } from '../../../../shared/time/ago.ts'
import { formatDay, formatTime } from '../../../../shared/time/moment.ts'
import { detailOf, isRepeat, kindOf, knownOf, timeThere } from '../../../../shared/tracking/entry-words.ts'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { CopyButton } from '../../../../shared/ui/fields/copy-button.tsx'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { Stamp, type StampInk } from '../../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import ledgerStyles from './ledger.module.css'

const HASH_SHOWN = 8

const inks: Partial<Record<LedgerKind, StampInk>> = {
  sent: 'stamp',
  opened: 'delivered',
  proven: 'delivered',
  mailed: 'delivered',
  finished: 'delivered',
  begun: 'waiting',
  delivered: 'waiting',
  stalled: 'waiting',
  forwarded: 'waiting',
  extension_requested: 'waiting',
  access_requested: 'waiting',
  bounced: 'stamp',
  expired: 'stamp',
  deleted: 'stamp',
}

/** A complete repeat is delivered, not in progress. */
function inkOf(entry: LedgerEntry): StampInk {
  if (entry.actorKind !== 'human') return 'ink'
  return isRepeat(entry) ? 'delivered' : (inks[entry.kind] ?? 'ink')
}

/** The subject of an entry: several entries look the same. */
const aboutOf = ({ recipient, file }: LedgerEntry): string | null =>
  [recipient?.label, file?.fileName].filter(Boolean).join(', ') || null

const bySender: readonly LedgerKind[] = ['sent', 'edited', 'extended', 'paused', 'resumed', 'deleted', 'restored']

interface LedgerLineProps {
  entry: LedgerEntry
  nameOf: (recipientId: string) => string | null
  /** The name of a sender who is somebody else of the team; null for one's own. */
  sender: string | null
}

/** One entry: when, what, who, which file, where, with what device, and its link of the chain. */
export function LedgerLine({ entry, nameOf, sender }: LedgerLineProps) {
  const words = useWords(trackingWords)
  const { language } = useLanguage()
  const there = timeThere(entry, language)
  const detail = detailOf(entry, language)
  const place = placeName(entry, language)
  const known = knownOf(entry)
  return (
    <li
      className={`${layoutStyles.ruled} ${layoutStyles.large} ${ledgerStyles.ledgerLine}`}
      data-actor-kind={entry.actorKind}
    >
      <time
        className={`${layoutStyles.medium} ${ledgerStyles.ledgerTime}`}
        dateTime={entry.at}
        title={formatExactly(entry.at, language)}
      >
        <span className={textStyles.mono}>{formatTime(entry.at, 'local')}</span>
        <span className={textStyles.soft}>{formatDay(entry.at, 'local', language)}</span>
      </time>
      <span className={ledgerStyles.ledgerStamp} title={words.meanings[entry.kind]}>
        <Stamp ink={inkOf(entry)} isSmall>
          {isRepeat(entry) ? words.repeated : kindOf(entry, words)}
        </Stamp>
      </span>
      <div className={ledgerStyles.ledgerWhat}>
        <p className={layoutStyles.wrap}>
          <Who entry={entry} nameOf={nameOf} sender={sender} />
          {entry.file && (
            <span className="ledger-file" title={entry.file.path}>
              {entry.file.fileName}
            </span>
          )}
        </p>
        {entry.files && <Archive files={entry.files} total={entry.filesTotal ?? entry.files.length} />}
        {detail && (
          <p className={`${layoutStyles.wrap} ${layoutStyles.medium}`}>
            <span>
              {detail}
              {known && <EvidenceHelp known={known} of={aboutOf(entry)} />}
            </span>
          </p>
        )}
        {(place || entry.device) && (
          <p className={`${layoutStyles.wrap} ${textStyles.soft} ${layoutStyles.small}`}>
            {[place, there && words.there(there), entry.device].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      <CopyButton text={entry.hash} label={words.copyHash} done={words.hashCopied}>
        {entry.hash.slice(0, HASH_SHOWN)}
      </CopyButton>
    </li>
  )
}

/** The files of an archive, folded: readers need their names sometimes, their number always. */
function Archive({ files, total }: { files: NonNullable<LedgerEntry['files']>; total: number }) {
  const words = useWords(trackingWords)
  return (
    <details className={layoutStyles.medium}>
      <summary>{words.asZip(total)}</summary>
      <ul>
        {files.map(({ _id, path }) => (
          <li key={_id}>{path}</li>
        ))}
        {total > files.length && <li className={textStyles.soft}>{words.moreFiles(total - files.length)}</li>}
      </ul>
    </details>
  )
}

function Who({ entry: { kind, actorKind, reason, recipient }, nameOf, sender }: LedgerLineProps) {
  const words = useWords(trackingWords)
  if (recipient === null) {
    if (!bySender.includes(kind)) return null
    return <strong>{reason === 'admin' ? words.admin : (sender ?? words.you)}</strong>
  }
  const name = nameOf(recipient._id) ?? recipient.label
  if (actorKind === 'owner') {
    if (reason === 'team') return <strong>{words.teamAsVisitor}</strong>
    return <strong>{sender === null ? words.youAsVisitor : words.senderAsVisitor(sender)}</strong>
  }
  if (actorKind === 'bot') return <strong>{words.machineAt(name ?? words.linkHolder)}</strong>
  return <strong>{name === null ? words.linkHolder : <Address of={name} />}</strong>
}
