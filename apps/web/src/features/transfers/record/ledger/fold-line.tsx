import type { LedgerEntry } from '@waybill/contract/tracking/endpoints'
import { type ReactNode, useState } from 'react'
import { EvidenceHelp } from '../../../../shared/evidence/evidence-help.tsx'
import { doubtOf, type Known } from '../../../../shared/evidence/evidence-words.ts'
import { evidenceWords } from '../../../../shared/evidence/words/evidence-words.ts'
import { detailOf, kindOf } from '../../../../shared/tracking/entry-words.ts'
import { trackingWords } from '../../../../shared/tracking/words/tracking-words.ts'
import { Stamp, type StampInk } from '../../../../shared/ui/marks/stamp.tsx'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import type { FoldKind, LedgerFold } from './fold-visits.ts'
import ledgerStyles from './ledger.module.css'
import { LedgerLine, type LineNeeds, LineTime, Place } from './ledger-line.tsx'
import { Who } from './ledger-who.tsx'
import { ForwardedNote } from './person-note.tsx'
import { looksOf, type VisitFacts, visitFacts } from './visit-facts.ts'
import { clausesOf } from './visit-words.ts'

type Folded = Extract<LedgerFold, { fold: FoldKind }>

interface FoldLineProps extends LineNeeds {
  line: Folded
  /** The ids of the files that the transfer has. */
  files: ReadonlySet<string>
}

/** Several entries as one line, which unfolds to them. */
export function FoldLine({ line, files, ...needs }: FoldLineProps) {
  const words = useWords(trackingWords)
  const [isOpen, setOpen] = useState(false)
  const { fold, entries, isCut } = line
  const facts = fold === 'visit' ? visitFacts(entries, files) : null
  const [newest] = entries
  if (newest === undefined) return null
  const head = facts?.head ?? newest
  return (
    <li
      className={`${layoutStyles.ruled} ${layoutStyles.large} ${ledgerStyles.ledgerLine}`}
      data-actor-kind={head.actorKind}
      data-fold={fold}
    >
      <LineTime at={head.at} />
      <FoldStamp fold={fold} head={facts?.finished ? { ...head, evidence: facts.finished.evidence } : head} />
      <div className={ledgerStyles.ledgerWhat}>
        {facts ? <Visit facts={facts} {...needs} /> : <Others line={line} {...needs} />}
        <details
          className={`${partsStyles.fold} ${layoutStyles.medium}`}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>{words.folded(entries.length)}</summary>
          {isOpen && (
            <ol>
              {entries.map((entry) => (
                <LedgerLine
                  key={entry._id}
                  entry={entry}
                  inside={{ are: fold === 'visit' || fold === 'changes' ? 'alike' : 'various', headAt: head.at }}
                  {...needs}
                />
              ))}
            </ol>
          )}
          {isOpen && isCut && <p>{words.cut}</p>}
        </details>
      </div>
    </li>
  )
}

/** `head`: with the weakest evidence of what was finished, so that the stamp says no more than the sentence. */
function FoldStamp({ fold, head }: { fold: FoldKind; head: LedgerEntry }) {
  const words = useWords(trackingWords)
  const isDone = head.kind === 'finished' || head.kind === 'opened' || head.kind === 'proven'
  const ink: StampInk = fold === 'visit' && isDone && head.actorKind === 'human' ? 'delivered' : 'quiet'
  const word =
    fold === 'machines' ? words.actorKinds.bot : fold === 'changes' ? words.kinds.edited : kindOf(head, words)
  return (
    <span className={ledgerStyles.ledgerStamp}>
      <Stamp ink={ink} isSmall>
        {word ?? head.kind}
      </Stamp>
    </span>
  )
}

/** 'Asha downloaded all 4 files', what is known of it, and from where. */
function Visit({ facts, ...who }: { facts: VisitFacts } & LineNeeds) {
  const { language } = useLanguage()
  const { head, isForwarded, finished, doubtBytes } = facts
  const doubt = doubtBytes > 0 ? { bytes: doubtBytes, isEnd: false } : null
  const known: Known | null = finished && { state: 'finished', evidence: finished.evidence, doubt }
  const evidence = known?.evidence ?? null
  const told = [
    evidence !== null ? evidenceWords[language].kinds[evidence] : '',
    doubt ? doubtOf(doubt, language) : '',
  ].filter(Boolean)
  return (
    <>
      <Sentence who={<Who entry={head} {...who} />}>{clausesOf(facts, language)}</Sentence>
      {known && told.length > 0 && (
        <p className={layoutStyles.medium}>
          {told.join(trackingWords[language].besides)}
          <EvidenceHelp known={known} of={head.recipient?.label ?? null} />
        </p>
      )}
      <Place entry={head}>{isForwarded && <ForwardedNote />}</Place>
    </>
  )
}

/** Changes, mails and looks of bots. */
function Others({ line: { fold, entries }, ...who }: { line: Folded } & LineNeeds) {
  const words = useWords(trackingWords)
  const { language } = useLanguage()
  const [newest] = entries
  if (newest === undefined) return null
  if (fold === 'machines') {
    return (
      <>
        <Sentence who={<strong>{words.machines(looksOf(entries))}</strong>} />
        <p className={`${textStyles.soft} ${layoutStyles.small}`}>{words.machinesText}</p>
      </>
    )
  }
  if (fold === 'mails') {
    const count = new Set(entries.map(({ recipient, _id }) => recipient?._id ?? _id)).size
    const told = newest.detail === 'reminder' ? words.reminders(count) : words.mails(count)
    return <Sentence who={<strong>{told}</strong>} />
  }
  const details = new Set(entries.map((entry) => detailOf(entry, language) || words.kinds[entry.kind]))
  return <Sentence who={<Who entry={newest} {...who} />}>{[...details].join(words.besides)}</Sentence>
}

function Sentence({ who, children = '' }: { who: ReactNode; children?: string }) {
  return (
    <p>
      {who} {children}
    </p>
  )
}
