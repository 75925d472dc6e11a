import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/fields/button.ts'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import { useWords } from '../../shared/words/language.tsx'
import { webhooksWords } from './words/webhooks-words.ts'

export interface ShownSecret {
  /** Its webhook's id. */
  webhook: string
  url: string
  secret: string
}

/** Shown this once, until its owner has kept it. */
export function WebhookSecret({ url, secret, onEnd }: Omit<ShownSecret, 'webhook'> & { onEnd: () => void }) {
  const words = useWords(webhooksWords)
  const place = useRef<HTMLElement>(null)
  // It stands above a list that may be long.
  useEffect(() => {
    if (secret) place.current?.focus()
  }, [secret])
  return (
    <section ref={place} className="webhook-secret" aria-label={words.secretHead(url)} tabIndex={-1}>
      <p role="status" className="webhook-secret-text">
        {words.secretOf(url)}
      </p>
      <p className="webhook-secret-value">
        <CopyButton text={secret} label={words.copySecret} done={words.copied}>
          <span>{secret}</span>
        </CopyButton>
      </p>
      <div className="account-part-acts">
        <Button onClick={onEnd}>{words.secretKept}</Button>
      </div>
    </section>
  )
}
