import { hostLimit } from '@waybill/contract/billing/plans'
import { WRONG_DAYS } from '@waybill/contract/domains/endpoints'
import type { Kysely } from 'kysely'
import { readRole } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { languageOf, listMembers } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { linkTo, paths } from '../platform/links.ts'
import { queueMail } from '../platform/mail-transport/index.ts'

const DAY_MS = 86_400_000

/** Tells the admin that the host's records have become wrong, or that it is off; not where the plan has no host. */
export async function tellHostWrong(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'masterKey' | 'config' | 'clock'>,
  { host, workspaceId }: { host: string; workspaceId: string },
  change: 'failing' | 'off',
): Promise<void> {
  if (hostLimit(await readRole(tx, workspaceId)) === 0) return
  const [admin] = await listMembers(tx, workspaceId)
  if (admin === undefined) return
  await queueMail(tx, ctx, {
    template: 'host-wrong',
    to: admin.email,
    language: languageOf(admin),
    facts: {
      host,
      offAfter: change === 'off' ? null : new Date(ctx.clock.nowMs() + WRONG_DAYS * DAY_MS).toISOString(),
      link: linkTo(ctx.config, paths.domain),
    },
  })
}
