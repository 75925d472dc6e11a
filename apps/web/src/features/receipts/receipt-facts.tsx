import type { Language } from '@waybill/contract/core/fields'
import type { EntryMoment, Receipt, ReceiptEntry } from '@waybill/contract/tracking/receipt-endpoints'
import type { ReactNode } from 'react'
import { placeName } from '../../shared/places/place-name.ts'
import { formatDay } from '../../shared/time/moment.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { bracketed, nameAndCompany } from '../../shared/words/marks.ts'
import type { Verdict } from './judge-receipt.ts'
import receiptCheckStyles from './receipt-check.module.css'
import { recipientName } from './recipient-name.ts'
import { localTime, utcTime } from './utc-time.ts'
import { receiptCheckWords } from './words/receipt-check-words.ts'

/** Who, when, from where, how they were identified, and the evidence. */
export function ReceiptFacts({ verdict }: { verdict: Extract<Verdict, { is: 'genuine' }> }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  const { receipt, key, isChainWhole, brokenPlace, wrongFact, unshownTimes } = verdict
  const { sender, recipient, delivery, identity, chain } = receipt
  const { sentAt, whileUploading = false, wholeAt = null } = receipt.transfer
  const isShort = chain.entries.some(({ place: at, kind }) => at === wholeAt?.entry && kind === 'dropped')
  const place = placeName(recipient, language)
  return (
    <dl className={receiptCheckStyles.receiptFacts}>
      {receipt.transfer.title && <Fact name={words.titled}>{receipt.transfer.title}</Fact>}
      <Fact name={words.from}>
        {party(sender, sender.email ?? words.erased, language)}{' '}
        <Aside>{sender.isProven ? words.proven : words.unproven}</Aside>
      </Fact>
      <Fact name={words.to}>
        {party(recipient, recipientName(receipt, words), language)}{' '}
        {recipient.isRemoved && <Aside>{words.removed}</Aside>}
      </Fact>
      <Fact name={words.sent}>
        <When moment={sentAt} entries={chain.entries} /> {whileUploading && <Aside>{words.whileUploading}</Aside>}
      </Fact>
      {whileUploading && (
        <Fact name={isShort ? words.dropped : words.arrived}>
          <When moment={wholeAt} entries={chain.entries} />
        </Fact>
      )}
      <Fact name={words.opened}>
        <When moment={delivery.openedAt} entries={chain.entries} />
      </Fact>
      <Fact name={words.finished}>
        <When moment={delivery.finishedAt} entries={chain.entries} />
      </Fact>
      {place && <Fact name={words.where}>{place}</Fact>}
      <Fact name={words.known}>{words.identities[identity?.by ?? 'none']}</Fact>
      {brokenPlace === null && (
        <Fact name={words.ledger}>
          {isChainWhole ? words.ledgerWhole(chain.length) : words.ledgerGaps(chain.entries.length, chain.length)}
        </Fact>
      )}
      {brokenPlace === null && wrongFact === null && (
        <Fact name={words.times}>{unshownTimes === 0 ? words.timesHold : words.timesUnshown(unshownTimes)}</Fact>
      )}
      <Fact name={words.issuer}>{receipt.issuer}</Fact>
      <Fact name={words.key}>
        <span className={textStyles.mono}>{key.id}</span>{' '}
        {key.retiredAt && <Aside>{words.keyRetired(formatDay(key.retiredAt, 'utc', language))}</Aside>}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Aside = ({ children }: { children: string }) => <span className={textStyles.soft}>· {children}</span>

/** A time, its entry, and how late that was saved. */
function When({ moment, entries }: { moment: EntryMoment | null; entries: readonly ReceiptEntry[] }) {
  const words = useWords(receiptCheckWords)
  const { language } = useLanguage()
  if (moment === null) return words.notYet
  const here = localTime(moment.utc)
  const lateMs = entries.find(({ place }) => place === moment.entry)?.lateMs ?? null
  return (
    <>
      <time dateTime={moment.utc}>{utcTime(moment.utc, language)}</time> {here && <Aside>{words.here(here)}</Aside>}{' '}
      <Aside>{words.entry(moment.entry)}</Aside>{' '}
      {lateMs !== null && <Aside>{words.late((lateMs / 1_000).toFixed(1))}</Aside>}
    </>
  )
}

/** Name, company and address, each once. */
function party(
  { name, company, email }: Receipt['sender'] | Receipt['recipient'],
  fallback: string,
  language: Language,
): string {
  const named = nameAndCompany(name, company, language)
  if (named === '') return fallback
  return email === null ? named : `${named}${bracketed(email, language)}`
}
