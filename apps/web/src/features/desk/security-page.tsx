import type { DeskSecurityRow } from '@waybill/contract/operating/desk-queue-endpoints'
import { securityOutcomes } from '@waybill/contract/operating/desk-states'
import { call } from '../../shared/api/client.ts'
import { SearchField } from '../../shared/ui/fields/search-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import { DeskList, DeskRow, useDeskList, useDeskSearch, useMoment } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

/** The security log, newest first. */
export function SecurityPage() {
  const words = useWords(deskWords)
  const [{ q = '', event = '', outcome: asked }, show] = useDeskSearch()
  const outcome = securityOutcomes.find((one) => one === asked)
  const query = { ...(q && { q }), ...(event && { event }), ...(outcome && { outcome }) }
  const list = useDeskList('security', query, (after, signal) =>
    call('readSecurityLog', { query: { ...query, ...after }, signal }),
  )
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const events = list.data?.pages[0]?.events ?? (event === '' ? [] : [event])
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.security}>
      <SearchField label={words.who} q={q} onSearch={(typed) => show({ q: typed })} />
      <div className={layoutStyles.wrap}>
        <Choice
          label={words.eventLabel}
          value={event}
          options={[['', words.anyEvent], ...events.toSorted().map((one) => [one, one] as const)]}
          onChoose={(chosen) => show({ event: chosen })}
        />
        <Choice
          label={words.outcomeLabel}
          value={outcome ?? ''}
          options={[
            ['', words.anyOutcome],
            ...securityOutcomes.map((one) => [one, words.outcomes[one] ?? one] as const),
          ]}
          onChoose={(chosen) => show({ outcome: chosen })}
        />
      </div>
      <DeskList list={list} count={rows.length} empty={words.noEvents}>
        {rows.map((row) => (
          <Row key={row._id} row={row} />
        ))}
      </DeskList>
    </section>
  )
}

function Row({ row }: { row: DeskSecurityRow }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const { event, outcome, count, address, accountId, network, facts } = row
  return (
    <DeskRow
      head={
        <>
          <time className={`${textStyles.soft} ${textStyles.mono}`} dateTime={row.at}>
            {moment(row.at)}
          </time>
          <strong className={textStyles.mono}>{event}</strong>
          <span className={outcome === 'ok' ? textStyles.soft : layoutStyles.bad}>
            {words.outcomes[outcome] ?? outcome}
          </span>
          {address !== null && <span>{address}</span>}
          {count > 1 && <span className={textStyles.soft}>{words.times(count)}</span>}
        </>
      }
    >
      <p className={`${layoutStyles.asWritten} ${textStyles.mono} ${layoutStyles.small}`}>
        {[accountId, network, ...Object.entries(facts).map(([name, value]) => `${name}: ${textOf(value)}`)]
          .filter((line) => line !== null)
          .join('\n') || '–'}
      </p>
    </DeskRow>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
