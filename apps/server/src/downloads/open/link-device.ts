import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { hashToken, newId, newToken } from '../../platform/ids.ts'
import { type FoundTransfer, findLinkDevice, insertLinkDevice, shareRestRow } from '../../transfers/index.ts'
import type { Visit } from './visit.ts'

/**
 * The number of devices per network that one link distinguishes in an hour: an office, but not an army of made-up
 * cookies.
 */
const newDevices: Budget = { name: 'link-devices', points: 120, seconds: 3_600 }

type Needs = Pick<Context, 'db' | 'geo' | 'limits'>

/** Whether a link leads to the row of an open link: anyone with it counts as its recipient. */
export const isOpenLink = ({ transfer, recipient }: FoundTransfer): boolean =>
  transfer.send_as === 'link' && recipient.address === null && recipient.link_id === null

/**
 * Which recipient a device is on an open link: a separate one from its first visit on. `deviceId` null is a program
 * that keeps no cookie: it is another recipient with each call. Where a link or a network had enough of them, they
 * share one.
 */
export async function recipientOfDevice(
  ctx: Needs,
  { transferId, linkId }: { transferId: string; linkId: string },
  { deviceId, network, ip, userAgent }: Pick<Actor, 'deviceId' | 'network' | 'ip' | 'userAgent'>,
): Promise<string> {
  const known = deviceId === null ? null : await findLinkDevice(ctx.db, linkId, deviceId)
  if (known !== null) return known
  const made = { id: newId(), transferId, linkId, tokenHash: hashToken(newToken()) }
  if (!(await mayBeTold(ctx, `${linkId} ${network}`))) return shareRestRow(ctx.db, made)
  const place = ctx.geo.locate(ip)
  const shown = { device: deviceName(userAgent), country: place?.country ?? null, city: place?.city ?? null }
  return (await insertLinkDevice(ctx.db, { ...made, deviceId, ...shown })) ?? shareRestRow(ctx.db, made)
}

/** The same visit, attributed to its device. */
export const asDevice = async (
  ctx: Needs,
  visit: Visit,
  visitor: Parameters<typeof recipientOfDevice>[2],
): Promise<Visit> => ({
  ...visit,
  recipientId: await recipientOfDevice(ctx, { transferId: visit.transferId, linkId: visit.recipientId }, visitor),
})

async function mayBeTold({ limits }: Pick<Context, 'limits'>, key: string): Promise<boolean> {
  try {
    await limits.spend(newDevices, key)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false
    throw error
  }
}
