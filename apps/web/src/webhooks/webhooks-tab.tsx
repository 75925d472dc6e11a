import { Button } from '@mantine/core'
import type { Webhook } from '@waybill/contract/webhooks'
import { useState } from 'react'
import { AccountPart } from '../account/account-part.tsx'
import { failureSentence } from '../api/problem-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { webhooksWords } from '../words/webhooks.ts'
import { rereadWebhooks, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type ShownSecret, WebhookSecret } from './webhook-secret.tsx'
import '../ui/list.css'
import './webhooks.css'

/** Where the account has what happened sent, and what became of it. */
export function WebhooksTab() {
  const words = useWords(webhooksWords)
  const { data, error, refetch } = useWebhooks()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const isFull = data !== undefined && data.webhooks.length >= data.limit
  return (
    <AccountPart title={words.title} text={words.text}>
      {secret !== null && <WebhookSecret {...secret} onEnd={() => setSecret(null)} />}
      {data === undefined ? (
        <Instead error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {data.webhooks.length === 0 && <NoneYet />}
          <ul className="webhooks">
            {data.webhooks.map((webhook) => (
              <WebhookCard key={webhook._id} webhook={webhook} onEdit={() => setEdited(webhook)} onSecret={setSecret} />
            ))}
          </ul>
          <div className="account-part-acts">
            <Button variant="default" disabled={isFull} onClick={() => setEdited('new')}>
              {words.add}
            </Button>
            {isFull && <span className="soft">{words.full(data.limit)}</span>}
          </div>
        </>
      )}
      {edited !== null && (
        <WebhookForm
          webhook={edited === 'new' ? null : edited}
          onEnd={(made) => {
            setEdited(null)
            if (made !== undefined) setSecret(made)
            void rereadWebhooks()
          }}
        />
      )}
    </AccountPart>
  )
}

function Instead({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const words = useWords(webhooksWords)
  const { language } = useLanguage()
  if (error === null) return <div className="webhooks-waiting" role="status" aria-label={words.loading} />
  return (
    <div className="list-instead" role="alert">
      <p>{failureSentence(language, error)}</p>
      <Button variant="default" onClick={onRetry}>
        {words.again}
      </Button>
    </div>
  )
}

function NoneYet() {
  const words = useWords(webhooksWords)
  return (
    <div className="list-instead">
      <h3>{words.emptyTitle}</h3>
      <p className="soft">{words.emptyText}</p>
    </div>
  )
}
