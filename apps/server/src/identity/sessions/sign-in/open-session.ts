import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Call } from '../../../platform/http/bind.ts'
import { deviceName } from '../../../platform/http/device-name.ts'
import { newId } from '../../../platform/ids.ts'
import type { MailPlace } from '../../../platform/mail-transport/index.ts'
import { refreshToken } from '../refresh/refresh-token.ts'
import { endCrowdedSessions, insertSession } from '../session-store.ts'

const SALT_BYTES = 32

/** The calling browser. */
export interface Browser extends Pick<Call<never>, 'actor' | 'request'> {
  deviceId: string
}

export interface OpenedSession {
  id: string
  /** For the cookie, once the session is committed. */
  token: string
  device: string
  place: MailPlace
  openedAt: Date
}

/** A new session for the calling browser; above the limit, those unused for longest end. */
export async function openSession(
  ctx: Pick<Context, 'masterKey' | 'geo'>,
  tx: Kysely<Database>,
  accountId: string,
  { actor, request, deviceId }: Browser,
): Promise<OpenedSession> {
  const id = newId()
  const salt = randomBytes(SALT_BYTES)
  const device = deviceName(request.headers['user-agent']) ?? ''
  const { country = null, city = null, timeZone = null } = ctx.geo.locate(actor.ip) ?? {}
  const openedAt = await insertSession(tx, { id, accountId, salt, device, deviceId, country, city, ip: actor.ip })
  await endCrowdedSessions(tx, accountId)
  const token = refreshToken(ctx.masterKey, { sessionId: id, generation: 1, salt })
  return { id, token, device, place: { country, city, timeZone }, openedAt }
}
