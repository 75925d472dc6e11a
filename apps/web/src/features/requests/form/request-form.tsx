import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { isComposing } from '../../../shared/ui/keys/is-composing.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import { SupplierNounContext, useRequestWords } from '../request-words.ts'
import { RequestSealingPart } from '../sealed/sealing-part.tsx'
import { WhenPart } from './deadline/when-part.tsx'
import { type DraftForm, DraftProvider } from './draft/draft-context.ts'
import { ItemsPart } from './items/items-part.tsx'
import { LimitsPart } from './limits-part.tsx'
import { LinkPart } from './link-part.tsx'
import styles from './request-form.module.css'
import { RequestPreview } from './request-preview.tsx'
import { SuppliersPart } from './suppliers/suppliers-part.tsx'
import { WhatPart } from './what-part.tsx'
import { requestFormWords } from './words/request-form-words.ts'

interface RequestFormProps {
  form: DraftForm
  account: User
  /** The request in the edit form; null makes a new one. */
  record: RequestRecord | null
  /** Before the parts. */
  head?: ReactNode
  /** The button that sends it, and the result. */
  foot: ReactNode
  onSend: () => void
}

/** The form of a request, beside a preview of it. */
export function RequestForm({ form, account, record, head, foot, onSend }: RequestFormProps) {
  const words = useRequestWords(requestFormWords)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }
  return (
    <SupplierNounContext value={form.draft.supplierNoun}>
      <DraftProvider value={form}>
        <div className={styles.requestWriting}>
          <form
            className={`${layoutStyles.stack} ${linesStyles.shrinks}`}
            aria-label={record ? words.editName : words.newName}
            onSubmit={submit}
            onKeyDown={holdEnter}
            noValidate
          >
            {head}
            <WhatPart />
            <ItemsPart />
            {record === null && <SuppliersPart />}
            <LinkPart hasPassword={record?.hasPassword ?? false} />
            <RequestSealingPart record={record} />
            <WhenPart endsAt={record?.expiresAt ?? null} />
            <LimitsPart />
            {foot}
          </form>
          <RequestPreview account={account} number={record?.slug} />
        </div>
      </DraftProvider>
    </SupplierNounContext>
  )
}

/** Enter in a field of a long form does not mean sending it; with Ctrl or Cmd it does. */
function holdEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) event.preventDefault()
}
