import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/fields/button.ts'
import { CopyButton } from '../../shared/ui/fields/copy-button.tsx'
import shownOnce from '../../shared/ui/fields/shown-once.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import webhooksStyles from './webhooks.module.css'
import { webhooksWords } from './words/webhooks-words.ts'

export interface ShownSecret {
  /** Its webhook's id. */
  webhook: string
  url: string
  secret: string
}

/** Shown only this once, until its owner has saved it. */
export function WebhookSecret({ url, secret, onEnd }: Omit<ShownSecret, 'webhook'> & { onEnd: () => void }) {
  const words = useWords(webhooksWords)
  const place = useRef<HTMLElement>(null)
  // It is above a list that may be long.
  useEffect(() => {
    if (secret) place.current?.focus()
  }, [secret])
  return (
    <section
      ref={place}
      className={`${layoutStyles.stackClose} ${shownOnce.shownOnce} ${webhooksStyles.webhookSecret}`}
      aria-label={words.secretHead(url)}
      tabIndex={-1}
    >
      <p role="status">{words.secretOf(url)}</p>
      <p>
        <CopyButton text={secret} label={words.copySecret} done={words.copied}>
          <span>{secret}</span>
        </CopyButton>
      </p>
      <div className={layoutStyles.row}>
        <Button onClick={onEnd}>{words.secretKept}</Button>
      </div>
    </section>
  )
}
