import { isAnonymous, isUnpaid, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import { type DraftFile, judgeDraft } from '@waybill/contract/transfers/manifest'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { DraftRecipient, ForwardedFile } from '../../platform/database/schema.ts'
import type { ChosenOptions, StoredDraft } from '../draft-store.ts'

export interface TypedDraft {
  sendAs: 'email' | 'link'
  senderEmail: string
  emailTo: ReadonlyArray<{ email: string; name?: string | undefined; company?: string | undefined }>
  title: string
  message: string
  expirySeconds: number
  language: string
  /** Stored files that are forwarded with the new ones. */
  forwarded: ReadonlyArray<ForwardedFile & DraftFile>
  remindRecipients?: boolean | null | undefined
  /** Accounts of the sender's team. */
  sharedWith: readonly string[]
  options: ChosenOptions
}

/**
 * The draft in the form for storage: addresses parsed, each recipient once. Checked by the same rules as on the page.
 *
 * @throws the Problem of the worst finding
 */
export function judgedDraft(role: Role, typed: TypedDraft, files: readonly DraftFile[]): StoredDraft {
  const { sendAs, senderEmail, title, message, expirySeconds, forwarded } = typed
  const emailTo = typed.emailTo.map(({ email }) => email)
  const [worst] = judgeDraft({ role, sendAs, emailTo, senderEmail, title, message, expirySeconds, files, forwarded })
  if (worst) throw new Problem(worst.code, worst.facts)
  const names = typed.emailTo.flatMap(({ name, company }) => [name ?? '', company ?? ''])
  if (isUnpaid(role) && names.some(holdsLink)) throw new Problem('message-holds-link', { field: 'emailTo' })
  const recipients = new Map<string, DraftRecipient>()
  for (const { email, name, company } of typed.emailTo) {
    const address = addressOf(email)
    if (recipients.has(address)) continue
    recipients.set(address, { email: address, ...(name ? { name } : {}), ...(company ? { company } : {}) })
  }
  return {
    sendAs,
    senderAddress: addressOf(senderEmail),
    recipients: [...recipients.values()],
    title: title.trim() || null,
    message,
    expirySeconds,
    language: typed.language,
    forwarded: forwarded.map(({ id, path }) => ({ id, path })),
    // Only an account can change it back.
    remindRecipients: isAnonymous(role) ? null : (typed.remindRecipients ?? null),
    sharedWith: typed.sharedWith,
    options: typed.options,
  }
}

function addressOf(typed: string): string {
  const parsed = parseAddress(typed)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { address: typed })
  return parsed.address
}
