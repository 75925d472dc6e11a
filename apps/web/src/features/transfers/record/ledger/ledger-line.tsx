import type { LedgerEntry, LedgerKind } from '@waybill/contract/tracking/endpoints'
import type { ReactNode } from 'react'
import { EvidenceHelp } from '../../../../shared/evidence/evidence-help.tsx'
import { placeName } from '../../../../shared/places/place-name.ts'
import { useClock } from '../../../../shared/time/clock.ts'
import { detailOf, isRepeat, kindOf, knownOf } from '../../../../shared/tracking/entry-words.ts'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { CopyButton } from '../../../../shared/ui/fields/copy-button.tsx'
import { filesWords } from '../../../../shared/ui/files/words/files-words.ts'
import { Stamp, type StampInk } from '../../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { deviceIn } from '../../../../shared/words/device-name.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import ledgerStyles from './ledger.module.css'
import { Who, type WhoProps } from './ledger-who.tsx'

const HASH_SHOWN = 8

/** What is normal is a grey word; red is what needs a hand. */
const inks: Partial<Record<LedgerKind, StampInk>> = {
  opened: 'delivered',
  proven: 'delivered',
  finished: 'delivered',
  forwarded: 'waiting',
  extension_requested: 'waiting',
  access_requested: 'waiting',
  stalled: 'stamp',
  bounced: 'stamp',
  expired: 'stamp',
}

/** A complete repeat is delivered, not in progress. */
function inkOf(entry: LedgerEntry): StampInk {
  if (entry.actorKind !== 'human') return 'quiet'
  return isRepeat(entry) ? 'delivered' : (inks[entry.kind] ?? 'quiet')
}

/** The subject of an entry: several entries look the same. */
const aboutOf = ({ recipient, file }: LedgerEntry): string | null =>
  [recipient?.label, file?.fileName].filter(Boolean).join(', ') || null

/** What all lines of a ledger share. */
export interface LineNeeds extends Omit<WhoProps, 'entry'> {
  /** Whether each entry shows its link of the chain. */
  hasHashes: boolean
}

interface LedgerLineProps extends LineNeeds {
  entry: LedgerEntry
  /** Inside a folded line, which says the day, and where they are alike also who and where. */
  inside?: { are: 'alike' | 'various'; headAt: string } | undefined
}

/** One entry: when, what, who, which file, where, with what device, and its link of the chain. */
export function LedgerLine({ entry, inside, hasHashes, ...who }: LedgerLineProps) {
  const words = useWords(trackingWords)
  const { language } = useLanguage()
  const detail = detailOf(entry, language)
  const known = knownOf(entry)
  // A kind that this version does not know has its own name.
  const word = isRepeat(entry) ? words.repeated : (kindOf(entry, words) ?? entry.kind)
  return (
    <li
      className={`${layoutStyles.ruled} ${layoutStyles.large} ${ledgerStyles.ledgerLine}`}
      data-actor-kind={entry.actorKind}
      data-inside={inside?.are}
    >
      <LineTime at={entry.at} besides={inside?.headAt} />
      <span className={ledgerStyles.ledgerStamp} title={words.meanings[entry.kind]}>
        <Stamp ink={inside ? 'quiet' : inkOf(entry)} isSmall>
          {word}
        </Stamp>
      </span>
      <div className={ledgerStyles.ledgerWhat}>
        <p className={layoutStyles.wrap}>
          {inside?.are !== 'alike' && <Who entry={entry} {...who} />}
          {entry.file && (
            <span className="ledger-file" title={entry.file.path}>
              {entry.file.fileName}
            </span>
          )}
        </p>
        {entry.files && <Files entry={entry} files={entry.files} />}
        {detail && (
          <p className={`${layoutStyles.wrap} ${layoutStyles.medium}`}>
            <span>
              {detail}
              {known && <EvidenceHelp known={known} of={aboutOf(entry)} />}
            </span>
          </p>
        )}
        {inside?.are !== 'alike' && <Place entry={entry} />}
      </div>
      {hasHashes && (
        <CopyButton text={entry.hash} label={words.copyHash} done={words.hashCopied}>
          {entry.hash.slice(0, HASH_SHOWN)}
        </CopyButton>
      )}
    </li>
  )
}

/** To the second, on the account's clock. `besides`: an instant whose day the reader knows; another day is named. */
export function LineTime({ at, besides }: { at: string; besides?: string | undefined }) {
  const clock = useClock()
  const isKnownDay = besides !== undefined && clock.day(besides) === clock.day(at)
  return (
    <time className={`${layoutStyles.medium} ${ledgerStyles.ledgerTime}`} dateTime={at} title={clock.exactly(at)}>
      <span className={textStyles.mono}>{clock.seconds(at)}</span>
      {!isKnownDay && <span className={textStyles.soft}>{clock.day(at)}</span>}
    </time>
  )
}

/** The place, its own time where its clocks differ, and the device. */
export function Place({ entry, children }: { entry: LedgerEntry; children?: ReactNode }) {
  const words = useWords(trackingWords)
  const { language } = useLanguage()
  const there = useClock().there(entry.at, entry.timeZone)
  const place = placeName(entry, language)
  if (!place && !entry.device && !children) return null
  return (
    <p className={`${layoutStyles.wrap} ${textStyles.soft} ${layoutStyles.small}`}>
      <span>
        {[place, there && words.there(there), entry.device && deviceIn(entry.device, language)]
          .filter(Boolean)
          .join(' · ')}
        {children}
      </span>
    </p>
  )
}

/** Several files, folded: readers need their names sometimes, their number always. */
function Files({
  entry: { kind, filesTotal },
  files,
}: {
  entry: LedgerEntry
  files: readonly { _id: string; path: string }[]
}) {
  const words = useWords(trackingWords)
  const { fileCount } = useWords(filesWords)
  const total = filesTotal ?? files.length
  return (
    <details className={`${partsStyles.fold} ${layoutStyles.medium}`}>
      {/* The server reads the files one by one; people get several as an archive. */}
      <summary>{kind === 'checked' ? fileCount(total) : words.asZip(total)}</summary>
      <ul>
        {files.map(({ _id, path }) => (
          <li key={_id}>{path}</li>
        ))}
        {total > files.length && <li className={textStyles.soft}>{words.moreFiles(total - files.length)}</li>}
      </ul>
    </details>
  )
}
