import type { Branding } from '@waybill/contract/branding/endpoints'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import { findBranding } from './branding-store.ts'
import { presentBranding } from './present-branding.ts'

/** What the admin chose. */
export async function readBranding(
  { db }: Pick<Context, 'db'>,
  { workspaceId }: Pick<ActorAccount, 'workspaceId'>,
): Promise<{ branding: Branding }> {
  return { branding: presentBranding(await findBranding(db, workspaceId)) }
}
