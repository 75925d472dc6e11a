import { plans } from '@waybill/contract/billing/plans'
import type { Context } from '../context.ts'
import type { SigningDomain, SigningDomains, UnsignedBecause } from '../platform/mail-transport/index.ts'
import { noteFailed } from './check-mail-domain.ts'
import { judgeKey } from './judge-mail-records.ts'
import { selectorName, selectorOf } from './key-names.ts'
import {
  checkSoon,
  claimTrouble,
  failMailDomain,
  findSigningRow,
  holdMailDomain,
  type SigningRow,
} from './mail-domain-store.ts'
import { noteSeen } from './mail-key-store.ts'
import { openKey } from './make-key.ts'
import { tellTrouble } from './tell-trouble.ts'

/** A key that DNS showed so long ago may sign without another question. */
const FRESH_SECONDS = 600
/** How long name servers that give no answer are left alone. */
const SILENT_MS = 60_000

type Needs = Pick<Context, 'db' | 'config' | 'dns' | 'masterKey' | 'log' | 'clock'>

/**
 * The domains that mails leave from. A key that DNS does not show signs nothing: receivers would refuse the mail where
 * the domain tells them to. A mail never waits for name servers that are silent.
 */
export function openSigningDomains(ctx: Needs): SigningDomains {
  const silentUntil = new Map<string, number>()

  async function isShown({ id, domain, slot, publicKey }: SigningRow): Promise<boolean> {
    const now = ctx.clock.nowMs()
    if ((silentUntil.get(id) ?? 0) > now) return true
    const { kind } = await judgeKey(ctx.dns, selectorName(domain, slot), publicKey)
    if (kind === 'right') await noteSeen(ctx.db, id, slot)
    if (kind === 'wrong') await checkSoon(ctx.db, id)
    if (kind !== 'unknown') silentUntil.delete(id)
    else silentUntil.set(id, now + SILENT_MS)
    return kind !== 'wrong'
  }

  async function find(accountId: string): Promise<SigningDomain | UnsignedBecause | null> {
    const row = await findSigningRow(ctx.db, accountId, FRESH_SECONDS)
    if (row === null || row.status !== 'verified') return null
    if (!plans[row.role].emailDomain) return 'plan'
    if (row.isWrong || !(row.isFresh || (await isShown(row)))) return 'records'
    const { id, domain, slot } = row
    try {
      const privateKey = openKey(ctx.masterKey, { ...row, domainId: id })
      return { id, domain, selector: selectorOf(slot), privateKey }
    } catch (error) {
      ctx.log.error({ error, domain }, 'the key of an email domain cannot be used')
      await noteTrouble(ctx, id, 'key')
      return 'key'
    }
  }

  return { find, noteTrouble: (id, because) => noteTrouble(ctx, id, because) }
}

async function noteTrouble(ctx: Needs, id: string, because: 'key' | 'refused'): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const held = await holdMailDomain(tx, id)
    if (held === null || held.status !== 'verified') return
    if (because === 'key') {
      await failMailDomain(tx, id, 'key')
      await noteFailed(ctx, tx, held, 'key')
    } else if (await claimTrouble(tx, id, because)) await tellTrouble(ctx, tx, held, because)
  })
}
