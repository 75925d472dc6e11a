import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { hasQuota } from './download-quota-store.ts'
import { findGrantRow, type GrantRow } from './grant-store.ts'

/**
 * The grant of a token: what it opens, for whom. Where downloads are limited it only works in the browser that pressed,
 * and for a program without a cookie in that browser's network, such as a download manager.
 *
 * @throws Problem 'grant-not-found', even where its transfer was deleted; 'grant-expired' after its day, or where the
 * transfer now requires more; 'transfer-paused'; 'grant-elsewhere'
 */
export async function findGrant(
  { db }: Pick<Context, 'db'>,
  token: string,
  { actor }: Pick<FastifyRequest, 'actor'>,
): Promise<GrantRow> {
  const grant = await findGrantRow(db, hashToken(token))
  if (grant === null || grant.is_preview) throw new Problem('grant-not-found')
  if (grant.is_paused) throw new Problem('transfer-paused')
  if (grant.is_over) throw new Problem('grant-expired')
  if (grant.download_limit !== null && !isTheirs(grant, actor)) throw new Problem('grant-elsewhere')
  return grant
}

/**
 * The grant by which somebody looks at a file. It ends where downloads have been limited since: a preview gives nothing
 * that a limit keeps.
 *
 * @throws Problem 'grant-not-found', 'grant-expired', 'transfer-paused'
 */
export async function findPreviewGrant({ db }: Pick<Context, 'db'>, token: string): Promise<GrantRow> {
  const grant = await findGrantRow(db, hashToken(token))
  if (grant === null || !grant.is_preview) throw new Problem('grant-not-found')
  if (grant.is_paused) throw new Problem('transfer-paused')
  if (grant.is_over || grant.download_limit !== null) throw new Problem('grant-expired')
  return grant
}

function isTheirs(grant: GrantRow, { deviceId, network }: FastifyRequest['actor']): boolean {
  if (deviceId !== null && grant.device_id !== null) return deviceId === grant.device_id
  return grant.network === null || grant.network === network
}

/** Lets an unfinished download begin or continue. @throws Problem 'download-limit-reached' */
export async function requireTurns(
  { db }: Pick<Context, 'db'>,
  grant: GrantRow,
  fileIds: readonly string[],
): Promise<void> {
  if (grant.download_limit !== null && !(await hasQuota(db, grant.id, fileIds)))
    throw new Problem('download-limit-reached')
}
