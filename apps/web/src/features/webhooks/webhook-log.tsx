import type { WebhookDelivery } from '@waybill/contract/webhooks/endpoints'
import { useEffect } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { formatInstant } from '../../shared/time/day-and-time.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../shared/ui/lists/list-more.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { invalidateLog, invalidateWebhooks, useWebhookLog } from './use-webhooks.ts'
import webhooksStyles from './webhooks.module.css'
import { webhooksWords } from './words/webhooks-words.ts'

const TONES = { taken: layoutStyles.good, waiting: layoutStyles.warned, failed: layoutStyles.bad }

interface WebhookLogProps {
  webhook: string
  isPaused: boolean
}

/** Recent deliveries to a webhook, and their results. */
export function WebhookLog({ webhook, isPaused }: WebhookLogProps) {
  const words = useWords(webhooksWords)
  const log = useWebhookLog(webhook)
  const { error, save } = useMutation()
  const lastTried = log.rows.map(({ triedAt }) => triedAt ?? '').reduce((one, other) => (one > other ? one : other), '')
  // A delivery may have paused the webhook, or was the last that it accepted.
  useEffect(() => {
    if (lastTried !== '') void invalidateWebhooks()
  }, [lastTried])
  const resend = (delivery: string) =>
    void save(async () => {
      await call('resendWebhookDelivery', { params: { webhook, delivery } })
      await invalidateLog(webhook)
    }, words.resent)
  if (log.error) return <ListFailed error={log.error} again={words.again} onAgain={log.retry} />
  if (log.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loadingLog} />
  if (log.rows.length === 0) return <p className={textStyles.soft}>{words.logEmpty}</p>
  return (
    <>
      <ul className={`${layoutStyles.large} ${webhooksStyles.webhookLog}`} aria-label={words.log}>
        {log.rows.map((row) => (
          <LogRow key={row._id} row={row} isPaused={isPaused} onResend={() => resend(row._id)} />
        ))}
      </ul>
      <FailureLine>{error}</FailureLine>
      <ListMore list={log} label={words.more} />
    </>
  )
}

function LogRow({ row, isPaused, onResend }: { row: WebhookDelivery; isPaused: boolean; onResend: () => void }) {
  const words = useWords(webhooksWords)
  const { language } = useLanguage()
  const when = (instant: string) => formatInstant(instant, language)
  const kind = row.kind === 'test' ? words.test : words.kinds[row.kind]
  const facts = [
    row.status === null ? null : words.status(row.status),
    row.failure === null || row.status !== null ? null : words.failures[row.failure],
    row.ms === null ? null : words.took(row.ms),
    row.attempts === 0 ? null : words.attempt(row.attempts),
    row.nextAt === null ? null : words.next(when(row.nextAt)),
  ].filter((fact) => fact !== null)
  return (
    <li className={`${layoutStyles.ruled} ${webhooksStyles.webhookLogRow}`} data-state={row.state}>
      <div>
        <p>
          <strong>{kind}</strong> {row.slug !== null && <span className={textStyles.mono}>{row.slug}</span>}
        </p>
        <p className={textStyles.soft}>
          <time dateTime={row.createdAt}>{when(row.createdAt)}</time>
        </p>
      </div>
      <div>
        <p className={`${layoutStyles.firm} ${TONES[row.state]}`}>{words.state[row.state]}</p>
        <p className={textStyles.soft}>{facts.join(' · ')}</p>
      </div>
      <button type="button" className={textStyles.quietButton} disabled={isPaused} onClick={onResend}>
        {words.resend}
        <span className={textStyles.unseen}>
          {' '}
          {kind} {when(row.createdAt)}
        </span>
      </button>
    </li>
  )
}
