import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { hashToken, newId, newSlug } from '../../platform/ids.ts'
import type { StoredDraft } from '../draft-store.ts'
import type { NewRecipient } from '../recipients/recipient-store.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { type Sender, shownName } from '../recipients/sender-of.ts'
import type { SendTime } from '../schedule/judge-send-time.ts'
import { insertTransfer, type NewTransfer, type Transfer } from '../transfer-store.ts'

/** The row of a transfer that is being saved, with what is known about its sender now. */
export function newTransfer(
  { geo }: Pick<Context, 'geo' | 'signer'>,
  actor: Actor,
  sender: Sender,
  made: {
    draft: StoredDraft
    uploadId: string
    files: ReadonlyArray<{ path: string; bytes: number }>
    sendTime: SendTime | null
    isArriving: boolean
  },
): NewTransfer {
  const { draft, uploadId, files, sendTime, isArriving } = made
  const account = sender.kind === 'account' ? sender.account : null
  const place = geo.locate(actor.ip)
  return {
    id: newId(),
    accountId: account?.id ?? null,
    uploadId,
    sendAs: draft.sendAs,
    role: sender.role,
    senderAddress: draft.senderAddress,
    senderName: shownName(account?.fullName ?? '', draft.senderAddress),
    senderCompany: shownName(account?.company ?? '', draft.senderAddress),
    senderLanguage: draft.language,
    senderTimeZone: account?.timeZone ?? place?.timeZone ?? null,
    senderCountry: place?.country ?? null,
    senderCity: place?.city ?? null,
    deviceId: actor.deviceId,
    network: actor.network,
    title: draft.title,
    message: draft.message,
    fileCount: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    expirySeconds: draft.expirySeconds,
    remindRecipients: draft.remindRecipients,
    options: draft.options,
    sendTime,
    isArriving,
    searchable: {
      paths: files.map(({ path }) => path),
      recipients: peopleOf(draft),
    },
  }
}

export async function insertWithFreshSlug(tx: Kysely<Database>, made: NewTransfer): Promise<Transfer> {
  for (;;) {
    const transfer = await insertTransfer(tx, newSlug(), made)
    if (transfer !== null) return transfer
  }
}

/** A link transfer has one recipient without an address: the link itself. */
export function newRecipients({ masterKey }: Pick<Context, 'masterKey'>, draft: StoredDraft): NewRecipient[] {
  return peopleOf(draft).map((person) => {
    const id = newId()
    return { id, ...person, tokenHash: hashToken(recipientToken(masterKey, id)) }
  })
}

function peopleOf({ sendAs, recipients }: StoredDraft): Array<Pick<NewRecipient, 'address' | 'name' | 'company'>> {
  if (sendAs === 'link') return [{ address: null, name: null, company: null }]
  return recipients.map(({ email, name = null, company = null }) => ({ address: email, name, company }))
}
