import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import { useState } from 'react'
import { AccountPart } from '../../shared/settings/account-part.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import listStyles from '../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { invalidateWebhooks, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type ShownSecret, WebhookSecret } from './webhook-secret.tsx'
import { webhooksWords } from './words/webhooks-words.ts'

interface FormState {
  /** Each opening begins with the current values. */
  nth: number
  webhook: Webhook | null
  isOpen: boolean
  returnFocus: boolean
}

/** Where the account's events go, and the results. */
export function WebhooksTab() {
  const words = useWords(webhooksWords)
  const { data, error, refetch } = useWebhooks()
  const [form, setForm] = useState<FormState>({ nth: 0, webhook: null, isOpen: false, returnFocus: true })
  const [secrets, setSecrets] = useState<readonly ShownSecret[]>([])
  const open = (webhook: Webhook | null) => setForm({ nth: form.nth + 1, webhook, isOpen: true, returnFocus: true })
  const forget = (webhook: string) => setSecrets((shown) => shown.filter((one) => one.webhook !== webhook))
  const show = (secret: ShownSecret) =>
    setSecrets((shown) => [secret, ...shown.filter(({ webhook }) => webhook !== secret.webhook)])
  const isFull = data !== undefined && data.webhooks.length >= data.limit
  return (
    <AccountPart title={words.title} text={words.text}>
      {secrets.map(({ webhook, url, secret }) => (
        <WebhookSecret key={webhook} url={url} secret={secret} onEnd={() => forget(webhook)} />
      ))}
      {data === undefined ? (
        <Instead error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.webhooks.length === 0 && <NoneYet />}
          <ul className={`${layoutStyles.stackClose} ${layoutStyles.hidesEmpty}`}>
            {data.webhooks.map((webhook) => (
              <WebhookCard
                key={webhook._id}
                webhook={webhook}
                onEdit={() => open(webhook)}
                onSecret={show}
                onDeleted={() => forget(webhook._id)}
              />
            ))}
          </ul>
          <div className={layoutStyles.row}>
            <Button variant="default" disabled={isFull} onClick={() => open(null)}>
              {words.add}
            </Button>
            {isFull && <span className={textStyles.soft}>{words.full(data.limit)}</span>}
          </div>
        </>
      )}
      <WebhookForm
        nth={form.nth}
        webhook={form.webhook}
        isOpen={form.isOpen}
        returnFocus={form.returnFocus}
        onEnd={(made) => {
          // One that was opened meanwhile stays.
          setForm((now) => (now.nth === form.nth ? { ...now, isOpen: false, returnFocus: made === undefined } : now))
          if (made !== undefined) show(made)
          void invalidateWebhooks()
        }}
      />
    </AccountPart>
  )
}

function Instead({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const words = useWords(webhooksWords)
  if (error === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return <ListFailed error={error} again={words.again} onAgain={onRetry} />
}

function NoneYet() {
  const words = useWords(webhooksWords)
  return (
    <div className={listStyles.listInstead}>
      <h3>{words.emptyTitle}</h3>
      <p className={textStyles.soft}>{words.emptyText}</p>
    </div>
  )
}
