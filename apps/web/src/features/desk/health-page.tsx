import type { Desk } from '@waybill/contract/operating/desk-endpoints'
import { formatInstant } from '../../shared/time/day-and-time.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import styles from './desk.module.css'
import { HealthHistory } from './health-history.tsx'
import { deskWords } from './words/desk-words.ts'

/** How the server is now. */
export function HealthPage({ desk }: { desk: Desk }) {
  const words = useWords(deskWords)
  return (
    <div className={layoutStyles.stack}>
      <p className={layoutStyles.callout} data-tone={desk.status === 'ok' ? 'good' : 'bad'} role="status">
        <strong>{desk.status === 'degraded' ? words.degraded(desk.storesAway.join(', ')) : words[desk.status]}</strong>{' '}
        <span className={`${textStyles.soft} ${textStyles.mono}`}>{words.version(desk.version)}</span>
      </p>
      <Checks checks={desk.checks} />
      <Alarms warnings={desk.warnings} />
      <Figures desk={desk} />
      <HealthHistory />
    </div>
  )
}

function Checks({ checks }: Pick<Desk, 'checks'>) {
  const words = useWords(deskWords)
  return (
    <section className={partsStyles.paper} aria-labelledby="desk-checks">
      <h2 id="desk-checks">{words.checks}</h2>
      <dl className={styles.figures}>
        {Object.entries(checks).map(([name, { ok, milliseconds }]) => (
          <div key={name}>
            <dt className={textStyles.soft}>{words.check[name] ?? name}</dt>
            <dd className={ok ? layoutStyles.good : layoutStyles.bad}>
              {ok ? words.works(Math.round(milliseconds)) : words.broken}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Alarms({ warnings }: Pick<Desk, 'warnings'>) {
  const words = useWords(deskWords)
  const { language } = useLanguage()
  return (
    <section className={partsStyles.paper} aria-labelledby="desk-alarms">
      <h2 id="desk-alarms">{words.alarms}</h2>
      {warnings.length === 0 && <p className={textStyles.soft}>{words.noAlarms}</p>}
      <ul className={layoutStyles.ruledList}>
        {warnings.map(({ alarm, raisedAt, tasks }) => (
          <li key={alarm} className={styles.alarm}>
            <strong className={layoutStyles.bad}>{words.alarm[alarm]}</strong>{' '}
            <span className={textStyles.soft}>{words.since(formatInstant(raisedAt, language))}</span>
            {tasks && <span className={textStyles.mono}> {tasks.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figures({ desk: { jobs, mails } }: { desk: Desk }) {
  const words = useWords(deskWords)
  const { language } = useLanguage()
  const { oldestAt } = mails
  return (
    <>
      <section className={partsStyles.paper} aria-labelledby="desk-jobs">
        <h2 id="desk-jobs">{words.jobs}</h2>
        <dl className={styles.figures}>
          {(['running', 'waiting', 'retrying', 'failed'] as const).map((name) => (
            <Figure key={name} label={words.job[name]} count={jobs[name]} isBad={name === 'failed'} />
          ))}
        </dl>
      </section>
      <section className={partsStyles.paper} aria-labelledby="desk-mails">
        <h2 id="desk-mails">{words.mails}</h2>
        <dl className={styles.figures}>
          <Figure label={words.mail.waiting} count={mails.waiting} />
          <Figure label={words.mail.retrying} count={mails.retrying} />
          <Figure label={words.mail.failed} count={mails.failedInDay} isBad />
        </dl>
        {oldestAt !== null && <p className={textStyles.soft}>{words.oldest(formatInstant(oldestAt, language))}</p>}
      </section>
    </>
  )
}

function Figure({ label, count, isBad = false }: { label: string; count: number; isBad?: boolean }) {
  return (
    <div>
      <dt className={textStyles.soft}>{label}</dt>
      <dd className={`${textStyles.mono} ${isBad && count > 0 ? layoutStyles.bad : ''}`}>{count}</dd>
    </div>
  )
}
