import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** ISO country code and English city of the visitor's address; null where the local database has no entry. */
export function locateVisitor(
  ctx: Pick<Context, 'geo'>,
  actor: Pick<Actor, 'ip'>,
): { country: string | null; city_name: string | null } {
  const place = ctx.geo.locate(actor.ip)
  return { country: place?.country ?? null, city_name: place?.city ?? null }
}
