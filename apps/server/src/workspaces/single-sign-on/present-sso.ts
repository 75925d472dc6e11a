import type { SsoSettings } from '@waybill/contract/workspaces/sso-endpoints'
import { companyDomain } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { findSso } from '../index.ts'

/** Where a provider leads the browser back to. */
export const redirectUriOf = (config: Pick<Context['config'], 'publicUrl'>): string => linkTo(config, paths.login)

/** As the admin sees it; the secret is never shown again. */
export async function presentSso(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { workspaceId, email }: Pick<ActorAccount, 'workspaceId' | 'email'>,
): Promise<SsoSettings> {
  const stored = await findSso(db, workspaceId)
  const sso = stored && {
    issuer: stored.issuer,
    clientId: stored.clientId,
    domain: stored.domain,
    isTried: stored.isTried,
    isRequired: stored.isRequired,
  }
  return { sso, redirectUri: redirectUriOf(config), ownDomain: companyDomain(email) }
}
