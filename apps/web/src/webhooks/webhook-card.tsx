import type { BodyOf } from '@waybill/contract/endpoint'
import type { editWebhook, Webhook } from '@waybill/contract/webhooks'
import { useId, useState } from 'react'
import { useSaving } from '../account/use-saving.ts'
import { call } from '../api/client.ts'
import { AgoTime } from '../ui/ago-time.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatDay, formatTime } from '../ui/moment.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { webhooksWords } from '../words/webhooks.ts'
import { rereadLog, rereadWebhooks } from './use-webhooks.ts'
import { WebhookLog } from './webhook-log.tsx'
import type { ShownSecret } from './webhook-secret.tsx'

interface WebhookCardProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (shown: ShownSecret) => void
}

/** One webhook: where it goes, how it is, what can be done with it, and its log. */
export function WebhookCard({ webhook, onEdit, onSecret }: WebhookCardProps) {
  const words = useWords(webhooksWords)
  const [isLogOpen, setLogOpen] = useState(false)
  const logId = useId()
  const { error, save } = useSaving()
  const params = { webhook: webhook._id }
  const edit = (body: BodyOf<typeof editWebhook>) =>
    void save(async () => {
      await call('editWebhook', { params, body })
      await Promise.all([rereadWebhooks(), rereadLog(webhook._id)])
    })
  const test = () =>
    void save(async () => {
      await call('testWebhook', { params })
      setLogOpen(true)
      await rereadLog(webhook._id)
    }, words.testSent)
  const isPaused = webhook.pausedAt !== null
  return (
    <li className="webhook" aria-label={webhook.url}>
      <p className="webhook-url mono">{webhook.url}</p>
      <Standing webhook={webhook} />
      <div className="webhook-acts">
        <button type="button" className="quiet-button" disabled={isPaused} onClick={test}>
          {words.sendTest}
        </button>
        <button type="button" className="quiet-button" onClick={onEdit}>
          {words.edit}
        </button>
        <button type="button" className="quiet-button" onClick={() => edit({ isPaused: !isPaused })}>
          {isPaused ? words.resume : words.pause}
        </button>
        <Asked webhook={webhook} onSecret={onSecret} save={save} />
        <button
          type="button"
          className="quiet-button"
          aria-expanded={isLogOpen}
          aria-controls={logId}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {isLogOpen ? words.hideLog : words.showLog}
        </button>
      </div>
      <p className="account-part-error" role="alert">
        {error}
      </p>
      <div id={logId} className="webhook-log-place">
        {isLogOpen && <WebhookLog webhook={webhook._id} isPaused={isPaused} />}
      </div>
    </li>
  )
}

function Standing({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhooksWords)
  const { language } = useLanguage()
  const { pausedBecause, lastTakenAt, formerSecretUntil } = webhook
  const isOver = formerSecretUntil === null || Date.parse(formerSecretUntil) < Date.now()
  return (
    <div className="webhook-standing soft">
      <p>
        <strong data-paused={pausedBecause ?? undefined}>
          {pausedBecause === null ? words.active : words.paused[pausedBecause]}
        </strong>
        {' · '}
        {lastTakenAt === null ? (
          words.neverTaken
        ) : (
          <>
            {words.lastTaken} <AgoTime at={lastTakenAt} />
          </>
        )}
      </p>
      <p>{webhook.kinds.map((kind) => words.kinds[kind]).join(' · ')}</p>
      {!isOver && (
        <p>
          {words.twoSecrets(
            `${formatDay(formerSecretUntil, 'local', language)}, ${formatTime(formerSecretUntil, 'local')}`,
          )}
        </p>
      )}
    </div>
  )
}

interface AskedProps {
  webhook: Webhook
  onSecret: (shown: ShownSecret) => void
  save: ReturnType<typeof useSaving>['save']
}

/** What is asked about before it is done. */
function Asked({ webhook, onSecret, save }: AskedProps) {
  const words = useWords(webhooksWords)
  const [asks, setAsks] = useState<'rotate' | 'delete' | null>(null)
  const params = { webhook: webhook._id }
  const rotate = () => {
    setAsks(null)
    void save(async () => {
      const { secret } = await call('rotateWebhookSecret', { params })
      onSecret({ url: webhook.url, secret })
      await rereadWebhooks()
    })
  }
  const remove = () => {
    setAsks(null)
    void save(async () => {
      await call('deleteWebhook', { params })
      await rereadWebhooks()
    }, words.deleted)
  }
  const isRotating = asks === 'rotate'
  return (
    <>
      <button type="button" className="quiet-button" onClick={() => setAsks('rotate')}>
        {words.rotate}
      </button>
      <button type="button" className="quiet-button" onClick={() => setAsks('delete')}>
        {words.delete}
      </button>
      <ConfirmDialog
        isOpen={asks !== null}
        title={isRotating ? words.rotateTitle : words.deleteTitle}
        text={isRotating ? words.rotateText : words.deleteText}
        confirmLabel={isRotating ? words.rotate : words.delete}
        keepLabel={words.keep}
        onConfirm={isRotating ? rotate : remove}
        onKeep={() => setAsks(null)}
      />
    </>
  )
}
