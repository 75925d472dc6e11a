import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { makePicture } from '../platform/sandbox/index.ts'
import { companyDomain } from './company-domain.ts'
import { findCompanyIcon, saveCompanyIcon } from './company-icon-store.ts'

/** Where sites keep an icon that is large enough and of a format that the sandbox draws. */
const ICON_PATH = '/apple-touch-icon.png'
const ICON_PIXELS = 128

/**
 * Has the icon of a signed-in account's domain looked up, if the operator allows that and nobody has lately. The address
 * is proven, so nobody makes this server call a site at which they have no mailbox.
 */
export async function wishForIcon(
  { config }: Pick<Context, 'config'>,
  tx: Kysely<Database>,
  address: string,
): Promise<void> {
  const domain = config.logoLookup === 'site' ? companyDomain(address) : null
  if (domain === null || (await findCompanyIcon(tx, domain)) !== null) return
  await addJob(tx, 'look-up-icon', { domain }, { key: `look-up-icon/${domain}` })
}

/** The path of the icon that a company's own site shows; null where none is known. */
export async function findIconPath(db: Kysely<Database>, address: string): Promise<string | null> {
  const domain = companyDomain(address)
  const id = domain === null ? null : (await findCompanyIcon(db, domain))?.id
  return id ? `/brand/${id}/page` : null
}

/**
 * Fetches one picture from the domain's own site, draws it again and keeps it for 30 days, as it keeps that there is none.
 */
export async function lookUpIcon(
  ctx: Pick<Context, 'db' | 'outbound' | 'pictures' | 'config'>,
  { domain }: { domain: string },
): Promise<void> {
  if (ctx.config.logoLookup !== 'site') return
  const answer = await ctx.outbound.fetch(`https://${domain}${ICON_PATH}`)
  const picture = answer.status === 200 ? await drawn(ctx, answer.body) : null
  await saveCompanyIcon(ctx.db, domain, picture && { id: newId(), picture })
}

async function drawn(ctx: Pick<Context, 'pictures'>, bytes: Buffer): Promise<Buffer | null> {
  try {
    const [picture = null] = await makePicture(ctx, bytes, { kind: 'square', pixels: [ICON_PIXELS] })
    return picture
  } catch (error) {
    if (error instanceof Problem && error.code !== 'busy') return null
    throw error
  }
}
