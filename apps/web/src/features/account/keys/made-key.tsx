import type { ApiKey } from '@waybill/contract/identity/key-endpoints'
import { useEffect, useRef } from 'react'
import { Button } from '../../../shared/ui/fields/button.ts'
import { CopyButton } from '../../../shared/ui/fields/copy-button.tsx'
import shownOnce from '../../../shared/ui/fields/shown-once.module.css'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { curlExample } from './curl-example.ts'
import { keysWords } from './words/keys-words.ts'

interface MadeKeyProps {
  apiKey: ApiKey
  /** The whole key. */
  text: string
  /** Of the account. */
  email: string
  onEnd: () => void
}

/** A new key, shown only this once, until its owner has saved it. */
export function MadeKey({ apiKey, text, email, onEnd }: MadeKeyProps) {
  const words = useWords(keysWords)
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const example = curlExample({ origin: location.origin, key: text, scopes: apiKey.scopes, email })
  return (
    <section
      ref={place}
      className={`${layoutStyles.stackClose} ${shownOnce.shownOnce}`}
      aria-label={words.madeHead(apiKey.name)}
      tabIndex={-1}
    >
      <div>
        <h3>{words.madeHead(apiKey.name)}</h3>
        <p role="status">{words.madeText}</p>
      </div>
      <CopyButton text={text} label={words.copyKey} done={words.copied}>
        <span>{text}</span>
      </CopyButton>
      <p>{words.tryIt}</p>
      <CopyButton text={example} label={words.copyExample} done={words.copied}>
        <span>{example}</span>
      </CopyButton>
      <div className={layoutStyles.row}>
        <Button onClick={onEnd}>{words.kept}</Button>
      </div>
    </section>
  )
}
