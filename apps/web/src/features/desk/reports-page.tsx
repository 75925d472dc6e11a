import { formatBytes } from '@waybill/contract/core/sizes'
import type { DeskReported } from '@waybill/contract/operating/desk-report-endpoints'
import { reportStates } from '@waybill/contract/operating/desk-states'
import { call } from '../../shared/api/client.ts'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { Choice } from './choice.tsx'
import styles from './desk.module.css'
import { DeskLink, DeskList, DeskRow, Fact, useDeskList, useDeskSearch, useMoment } from './desk-list.tsx'
import { ReportDecisionForm } from './report-decision-form.tsx'
import { deskWords } from './words/desk-words.ts'

/** Transfers that people reported, and what is decided about them. */
export function ReportsPage() {
  const words = useWords(deskWords)
  const [search, show] = useDeskSearch()
  const state = reportStates.find((one) => one === search.state) ?? 'open'
  const list = useDeskList('reports', { state }, (after, signal) =>
    call('listReported', { query: { state, ...after }, signal }),
  )
  const reported = list.data?.pages.flatMap((page) => page.reported) ?? []
  return (
    <section className={layoutStyles.stack} aria-label={words.pages.reports}>
      <Choice
        label={words.stateLabel}
        value={state}
        options={reportStates.map((one) => [one, words.reportStates[one]])}
        onChoose={(chosen) => show({ state: chosen })}
      />
      <DeskList list={list} count={reported.length} empty={words.noReports}>
        {reported.map((one) => (
          <Row key={one.slug} reported={one} />
        ))}
      </DeskList>
    </section>
  )
}

function Row({ reported }: { reported: DeskReported }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  const { slug, reportCount, sender, isBlocked, decided, lastAt } = reported
  return (
    <DeskRow
      id={slug}
      head={
        <>
          <strong className={textStyles.mono}>{slug}</strong>
          <span>{words.reportCount(reportCount)}</span>
          <span className={textStyles.soft}>{sender.address}</span>
          <span className={textStyles.soft}>{moment(lastAt)}</span>
          {isBlocked && <span className={layoutStyles.bad}>{words.isBlocked}</span>}
        </>
      }
    >
      <Facts reported={reported} />
      <Texts reports={reported.reports} />
      {reportCount > reported.reports.length && (
        <p className={textStyles.soft}>{words.newest(reported.reports.length)}</p>
      )}
      <ReportDecisionForm
        slug={slug}
        hasAccount={sender.accountId !== null}
        isDecided={decided !== null}
        isProven={sender.isProven}
      />
    </DeskRow>
  )
}

function Facts({ reported: { sender, fileCount, bytes, sentAt, decided } }: { reported: DeskReported }) {
  const words = useWords(deskWords)
  const moment = useMoment()
  return (
    <dl className={styles.figures}>
      <Fact label={words.reported.sender}>
        {[sender.name, sender.address].filter(Boolean).join(' · ')}
        {!sender.isProven && <span className={textStyles.soft}> ({words.reported.unproven})</span>}{' '}
        {sender.accountId !== null && (
          <DeskLink path="accounts" q={sender.accountId}>
            {words.reported.account}
          </DeskLink>
        )}
      </Fact>
      <Fact label={words.reported.files}>{words.reported.size(fileCount, formatBytes(bytes))}</Fact>
      <Fact label={words.reported.sent}>{moment(sentAt)}</Fact>
      {decided !== null && (
        <Fact label={words.reported.decided}>
          {words.decisions[decided.decision]}{' '}
          <span className={textStyles.soft}>
            {[
              moment(decided.at),
              decided.by === 'command line' ? words.reported.commandLine : words.reported.by(decided.by),
              decided.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Texts({ reports }: Pick<DeskReported, 'reports'>) {
  const words = useWords(deskWords)
  return (
    <ul className={layoutStyles.ruledList}>
      {reports.map(({ id, reason, text, address }) => (
        <li key={id} className={styles.alarm}>
          <strong>{words.reasons[reason]}</strong>
          {text !== '' && <p className={layoutStyles.asWritten}>{text}</p>}
          {address !== null && <p className={textStyles.soft}>{words.reported.from(address)}</p>}
        </li>
      ))}
    </ul>
  )
}
