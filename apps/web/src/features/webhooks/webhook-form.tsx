import type { Webhook } from '@waybill/contract/webhooks/endpoints'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import confirmDialogStyles from '../../shared/ui/dialogs/confirm-dialog.module.css'
import { Dialog, DialogContent } from '../../shared/ui/dialogs/dialog.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import fieldStyles from '../../shared/ui/fields/field.module.css'
import { FormField } from '../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import linesStyles from '../../shared/ui/styles/lines.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import { useWords } from '../../shared/words/language.tsx'
import type { ShownSecret } from './webhook-secret.tsx'
import webhooksStyles from './webhooks.module.css'
import { webhooksWords } from './words/webhooks-words.ts'

type Kind = Webhook['kinds'][number]

interface FieldsProps {
  /** Null: a new one. */
  webhook: Webhook | null
  /** `made`: the secret of a new one. */
  onEnd: (made?: ShownSecret) => void
}

interface WebhookFormProps extends FieldsProps {
  /** The number of this opening. */
  nth: number
  isOpen: boolean
  /** The focus goes back to what opened it, unless something else needs attention. */
  returnFocus: boolean
}

/** The form for a new webhook or an edit. It stays mounted while closed, so that it knows what had the focus. */
export function WebhookForm({ nth, isOpen, returnFocus, ...fields }: WebhookFormProps) {
  const words = useWords(webhooksWords)
  const title = fields.webhook ? words.editTitle : words.addTitle
  return (
    <Dialog opened={isOpen} onClose={() => fields.onEnd()} size={480} centered returnFocus={returnFocus}>
      <DialogContent
        label={title}
        className={confirmDialogStyles.confirmContent}
        bodyClassName={partsStyles.dialogBody}
      >
        <h2>{title}</h2>
        <Fields key={nth} {...fields} />
      </DialogContent>
    </Dialog>
  )
}

function Fields({ webhook, onEnd }: FieldsProps) {
  const words = useWords(webhooksWords)
  const every = Object.keys(words.kinds) as Kind[]
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [kinds, setKinds] = useState<readonly Kind[]>(webhook?.kinds ?? every)
  const [wasTried, setTried] = useState(false)
  const place = useRef<HTMLInputElement>(null)
  const { isBusy, error, forgive, save } = useMutation()
  const isUrl = /^https:\/\/./i.test(url.trim())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isUrl) place.current?.focus()
    if (!isUrl || kinds.length === 0) return
    await save(async () => onEnd(await sendWebhook(webhook, url.trim(), kinds)))
  }
  return (
    <form className={layoutStyles.stack} onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        ref={place}
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
        error={wasTried && !isUrl ? words.urlWrong : error}
        onType={(text) => {
          forgive()
          setUrl(text)
        }}
      />
      <KindChoice kinds={kinds} onChoose={setKinds} error={wasTried && kinds.length === 0 ? words.kindsNone : ''} />
      <div className={partsStyles.formActs}>
        <Button variant="default" onClick={() => onEnd()}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

/** Resolves to the secret of a new one. */
async function sendWebhook(
  webhook: Webhook | null,
  url: string,
  kinds: readonly Kind[],
): Promise<ShownSecret | undefined> {
  const body = { url, kinds: [...kinds] }
  if (webhook) {
    await call('editWebhook', { params: { webhook: webhook._id }, body })
    return undefined
  }
  const made = await call('addWebhook', { body })
  return { webhook: made.webhook._id, url: made.webhook.url, secret: made.secret }
}

interface KindChoiceProps {
  kinds: readonly Kind[]
  onChoose: (kinds: readonly Kind[]) => void
  error: string
}

function KindChoice({ kinds, onChoose, error }: KindChoiceProps) {
  const words = useWords(webhooksWords)
  const every = Object.keys(words.kinds) as Kind[]
  return (
    <fieldset className={webhooksStyles.webhookKinds}>
      <legend className={`${layoutStyles.ends} ${fieldStyles.fieldHead}`}>{words.kindsHead}</legend>
      {every.map((kind) => (
        <label key={kind} className={linesStyles.tickLine}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(every.filter((one) => (one === kind ? checked : kinds.includes(one))))
            }
          />
          {words.kinds[kind]}
        </label>
      ))}
      <div role="alert" className={layoutStyles.wholeLine}>
        {error && <p className={fieldStyles.fieldError}>{error}</p>}
      </div>
    </fieldset>
  )
}
