import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HealthHistory as History } from '@waybill/contract/operating/desk-health-endpoints'
import { healthRanges } from '@waybill/contract/operating/desk-states'
import type { AlarmName } from '@waybill/contract/operating/endpoints'
import { call } from '../../shared/api/client.ts'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import styles from './desk.module.css'
import { useDeskSearch, useMoment } from './desk-list.tsx'
import { deskWords } from './words/desk-words.ts'

const SAMPLE_SECONDS = 300
/** A process that starts or stops within a step misses a sample or two. */
const MOST_MISSING = 0.4

/** How the server was: one cell for each step of the chosen period. */
export function HealthHistory() {
  const words = useWords(deskWords)
  const [search, show] = useDeskSearch()
  const range = healthRanges.find((one) => one === search.range) ?? 'day'
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'history', range],
    queryFn: ({ signal }) => call('readHealthHistory', { query: { range }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={`${partsStyles.paper} ${layoutStyles.stackClose}`} aria-labelledby="desk-history">
      <div className={layoutStyles.row}>
        <h2 id="desk-history">{words.history}</h2>
        <Choice
          label={words.rangeLabel}
          value={range}
          options={healthRanges.map((one) => [one, words.ranges[one]])}
          onChoose={(chosen) => show({ range: chosen })}
        />
      </div>
      {data !== undefined && <Recorded history={data} />}
      {data === undefined && error && <ListFailed error={error} again={words.again} onAgain={() => void refetch()} />}
      {data === undefined && !error && <p role="status">{words.loading}</p>}
    </section>
  )
}

type Cell = History['cells'][number]

function stateOf({ samples, failing }: Cell, stepSeconds: number, isLast: boolean) {
  if (failing > 0) return 'bad'
  if (samples === 0) return 'none'
  const isWhole = isLast || samples >= (stepSeconds / SAMPLE_SECONDS) * (1 - MOST_MISSING)
  return isWhole ? 'ok' : 'part'
}

function Recorded({ history: { cells, stepSeconds, troubles } }: { history: History }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const sum = (name: 'samples' | 'failing') => cells.reduce((all, cell) => all + cell[name], 0)
  const most = (name: 'jobsWaiting' | 'jobsFailed' | 'mailsWaiting') => Math.max(...cells.map((cell) => cell[name]))
  const samples = sum('samples')
  if (samples === 0) return <p className={textStyles.soft}>{words.noRecord}</p>
  return (
    <>
      <ol className={styles.cells}>
        {cells.map((cell, nth) => {
          const state = stateOf(cell, stepSeconds, nth === cells.length - 1)
          const said = words.cell(moment(cell.at), words.cellStates[state])
          return (
            <li key={cell.at} data-state={state} title={said}>
              <span className={textStyles.unseen}>{said}</span>
            </li>
          )
        })}
      </ol>
      <p>{words.worked(samples - sum('failing'), samples)}</p>
      <p className={textStyles.soft}>{words.most(most('jobsWaiting'), most('jobsFailed'), most('mailsWaiting'))}</p>
      {troubles.length > 0 && <Troubles troubles={troubles} />}
    </>
  )
}

function Troubles({ troubles }: Pick<History, 'troubles'>) {
  const words = useWords(deskWords)
  const moment = useMoment()
  return (
    <>
      <h3>{words.troubles}</h3>
      <ul className={layoutStyles.ruledList}>
        {troubles.map(({ at, checks, alarms }) => (
          <li key={at} className={styles.alarm}>
            <time className={`${textStyles.soft} ${textStyles.mono}`} dateTime={at}>
              {moment(at)}
            </time>{' '}
            {[
              ...checks.map((name) => words.check[name] ?? name),
              ...alarms.map((name) => words.alarm[name as AlarmName] ?? name),
            ].join(' · ')}
          </li>
        ))}
      </ul>
    </>
  )
}
