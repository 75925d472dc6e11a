import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ScrollArea.css'
import type { Webhook } from '@waybill/contract/webhooks'
import { type FormEvent, useState } from 'react'
import { useSaving } from '../account/use-saving.ts'
import { call } from '../api/client.ts'
import { FormField } from '../ui/form-field.tsx'
import { useWords } from '../words/language.tsx'
import { webhooksWords } from '../words/webhooks.ts'
import type { ShownSecret } from './webhook-secret.tsx'
import './webhooks.css'

type Kind = Webhook['kinds'][number]

interface WebhookFormProps {
  /** Null: a new one. */
  webhook: Webhook | null
  /** `made`: the secret of a new one. */
  onEnd: (made?: ShownSecret) => void
}

/** One webhook, made or changed. */
export function WebhookForm({ webhook, onEnd }: WebhookFormProps) {
  const words = useWords(webhooksWords)
  const every = Object.keys(words.kinds) as Kind[]
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [kinds, setKinds] = useState<readonly Kind[]>(webhook?.kinds ?? every)
  const { isBusy, error, forgive, save } = useSaving()
  const isReady = /^https:\/\/./i.test(url.trim()) && kinds.length > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const body = { url: url.trim(), kinds: every.filter((kind) => kinds.includes(kind)) }
    await save(async () => {
      if (webhook) {
        await call('editWebhook', { params: { webhook: webhook._id }, body })
        onEnd()
      } else {
        const made = await call('addWebhook', { body })
        onEnd({ url: made.webhook.url, secret: made.secret })
      }
    })
  }
  const title = webhook ? words.editTitle : words.addTitle
  return (
    <Modal.Root opened onClose={() => onEnd()} size={480} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={title} className="confirm-content">
        <Modal.Body className="webhook-dialog">
          <h2>{title}</h2>
          <form className="webhook-form" onSubmit={(event) => void submit(event)} noValidate>
            <FormField
              label={words.url}
              value={url}
              type="url"
              inputMode="url"
              placeholder={words.urlHint}
              maxLength={2_000}
              data-autofocus
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              error={error}
              onType={(text) => {
                forgive()
                setUrl(text)
              }}
            />
            <KindChoice kinds={kinds} onChoose={setKinds} />
            <div className="webhook-form-acts">
              <Button variant="default" onClick={() => onEnd()}>
                {words.cancel}
              </Button>
              <Button type="submit" disabled={!isReady} loading={isBusy}>
                {words.save}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function KindChoice({ kinds, onChoose }: { kinds: readonly Kind[]; onChoose: (kinds: readonly Kind[]) => void }) {
  const words = useWords(webhooksWords)
  return (
    <fieldset className="webhook-kinds">
      <legend className="field-head">{words.kindsHead}</legend>
      {(Object.entries(words.kinds) as Array<[Kind, string]>).map(([kind, label]) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
