import type { Kysely } from 'kysely'
import { accountSender, type MailSender, readLiveAccount, visitorSender } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'

/**
 * The sender of automatic mails about a transfer; null where its account is gone. With `hold` locks the account's row
 * until the transaction ends: call it before any other lock.
 */
export async function findMailSender(
  tx: Kysely<Database>,
  { accountId, senderAddress, network }: { accountId: string | null; senderAddress: string; network: string | null },
  options?: { hold: boolean },
): Promise<MailSender | null> {
  if (accountId === null) return visitorSender({ address: senderAddress, network })
  const live = await readLiveAccount(tx, accountId, options)
  return live && accountSender(live, network)
}
