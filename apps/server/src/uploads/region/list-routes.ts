import type { Route } from '@waybill/contract/uploads/region-endpoints'
import type { Context } from '../../context.ts'
import { storeOrigin } from '../../platform/http/guards/security-headers.ts'

/**
 * The ways to regions that a browser can tell apart, so that it measures which is the fastest: one origin serves all
 * regions whose parts go there. Empty where there are not two.
 */
export function listRoutes({ stores: { named } }: { stores: Pick<Context['stores'], 'named'> }): Route[] {
  const routes = new Map<string, Route>()
  for (const { region, storage } of named) {
    // Parts for a store on disk come to this server.
    const origin = storage.kind === 's3' ? storeOrigin(storage) : null
    if (!routes.has(region)) routes.set(region, { region, origin })
  }
  const byOrigin = Map.groupBy(routes.values(), ({ origin }) => origin)
  const apart = [...byOrigin.values()].flatMap(([route, ...others]) => (route && others.length === 0 ? [route] : []))
  return apart.length < 2 ? [] : apart
}
