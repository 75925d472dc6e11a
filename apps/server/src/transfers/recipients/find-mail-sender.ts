import type { Kysely } from 'kysely'
import { accountSender, type MailSender, readLiveAccount, visitorSender } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'

/**
 * For whom mails about a transfer go out that nobody presses a button for; null where its account is gone. With `hold`
 * the account's row stays as it is until the transaction ends: call it before anything else is locked.
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
