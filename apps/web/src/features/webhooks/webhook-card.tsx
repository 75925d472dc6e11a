import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import { useId, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { type Mutation, useMutation } from '../../shared/api/use-mutation.ts'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { formatInstant } from '../../shared/time/day-and-time.ts'
import { ConfirmDialog } from '../../shared/ui/dialogs/confirm-dialog.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { invalidateLog, invalidateWebhooks } from './use-webhooks.ts'
import { WebhookLog } from './webhook-log.tsx'
import type { ShownSecret } from './webhook-secret.tsx'
import webhooksStyles from './webhooks.module.css'
import { webhooksWords } from './words/webhooks-words.ts'

interface WebhookCardProps {
  webhook: Webhook
  onEdit: () => void
  onSecret: (shown: ShownSecret) => void
  onDeleted: () => void
}

/** One webhook: its address, its state, its actions, and its log. */
export function WebhookCard({ webhook, onEdit, onSecret, onDeleted }: WebhookCardProps) {
  const words = useWords(webhooksWords)
  const [isLogOpen, setLogOpen] = useState(false)
  const logId = useId()
  const saving = useMutation()
  return (
    <li className={`${layoutStyles.stackTight} ${webhooksStyles.webhook}`} aria-label={webhook.url}>
      <p className={`${layoutStyles.large} ${textStyles.mono}`}>{webhook.url}</p>
      <Standing webhook={webhook} />
      <div
        className={`${layoutStyles.wrap} ${layoutStyles.gapLines} ${webhooksStyles.webhookActs}`}
        aria-busy={saving.isBusy}
      >
        <Changes webhook={webhook} saving={saving} onEdit={onEdit} onTested={() => setLogOpen(true)} />
        <Asked webhook={webhook} saving={saving} onSecret={onSecret} onDeleted={onDeleted} />
        <button
          type="button"
          className={textStyles.quietButton}
          aria-expanded={isLogOpen}
          aria-controls={logId}
          onClick={() => setLogOpen(!isLogOpen)}
        >
          {isLogOpen ? words.hideLog : words.showLog}
        </button>
      </div>
      <FailureLine>{saving.error}</FailureLine>
      <div id={logId} className={layoutStyles.hidesEmpty}>
        {isLogOpen && <WebhookLog webhook={webhook._id} isPaused={webhook.pausedAt !== null} />}
      </div>
    </li>
  )
}

interface ActProps {
  label: string
  /** While an earlier action runs it ignores clicks, and says so. */
  isBusy: boolean
  isDisabled?: boolean
  onAct: () => void
}

function Act({ label, isBusy, isDisabled = false, onAct }: ActProps) {
  return (
    <button
      type="button"
      className={textStyles.quietButton}
      disabled={isDisabled}
      aria-disabled={isBusy || isDisabled}
      onClick={() => !isBusy && onAct()}
    >
      {label}
    </button>
  )
}

interface ChangesProps {
  webhook: Webhook
  saving: Mutation
  onEdit: () => void
  onTested: () => void
}

/** The immediate actions. */
function Changes({ webhook, saving: { isBusy, save }, onEdit, onTested }: ChangesProps) {
  const words = useWords(webhooksWords)
  const params = { webhook: webhook._id }
  const isPaused = webhook.pausedAt !== null
  const turn = () =>
    void save(async () => {
      await call('editWebhook', { params, body: { isPaused: !isPaused } })
      await Promise.all([invalidateWebhooks(), invalidateLog(webhook._id)])
    })
  const test = () =>
    void save(async () => {
      await call('testWebhook', { params })
      onTested()
      await invalidateLog(webhook._id)
    }, words.testSent)
  return (
    <>
      <Act label={words.sendTest} isBusy={isBusy} isDisabled={isPaused} onAct={test} />
      <Act label={words.edit} isBusy={isBusy} onAct={onEdit} />
      <Act label={isPaused ? words.resume : words.pause} isBusy={isBusy} onAct={turn} />
    </>
  )
}

function Standing({ webhook }: { webhook: Webhook }) {
  const words = useWords(webhooksWords)
  const { language } = useLanguage()
  const { pausedBecause, lastTakenAt, formerSecretUntil } = webhook
  const isOver = formerSecretUntil === null || Date.parse(formerSecretUntil) < Date.now()
  return (
    <div className={`${layoutStyles.medium} ${webhooksStyles.webhookStanding} ${textStyles.soft}`}>
      <p>
        <strong
          className={`${layoutStyles.strong} ${pausedBecause === null ? layoutStyles.good : layoutStyles.warned}`}
        >
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
      {!isOver && <p>{words.twoSecrets(formatInstant(formerSecretUntil, language))}</p>}
    </div>
  )
}

interface AskedProps extends Pick<WebhookCardProps, 'webhook' | 'onSecret' | 'onDeleted'> {
  saving: Mutation
}

/** The actions that ask first; each has a separate dialog, so that none turns into another as it closes. */
function Asked({ webhook, saving: { isBusy, save }, onSecret, onDeleted }: AskedProps) {
  const words = useWords(webhooksWords)
  const [asks, setAsks] = useState<'rotate' | 'delete' | null>(null)
  const params = { webhook: webhook._id }
  const rotate = () => {
    setAsks(null)
    void save(async () => {
      const { secret } = await call('rotateWebhookSecret', { params })
      onSecret({ webhook: webhook._id, url: webhook.url, secret })
      await invalidateWebhooks()
    })
  }
  const remove = () => {
    setAsks(null)
    void save(async () => {
      await call('deleteWebhook', { params })
      onDeleted()
      await invalidateWebhooks()
    }, words.deleted)
  }
  const keep = { keepLabel: words.keep, onKeep: () => setAsks(null) }
  return (
    <>
      <Act label={words.rotate} isBusy={isBusy} onAct={() => setAsks('rotate')} />
      <Act label={words.delete} isBusy={isBusy} onAct={() => setAsks('delete')} />
      <ConfirmDialog
        isOpen={asks === 'rotate'}
        title={words.rotateTitle}
        text={words.rotateText}
        confirmLabel={words.rotate}
        onConfirm={rotate}
        {...keep}
      />
      <ConfirmDialog
        isOpen={asks === 'delete'}
        title={words.deleteTitle}
        text={words.deleteText}
        confirmLabel={words.delete}
        onConfirm={remove}
        {...keep}
      />
    </>
  )
}
