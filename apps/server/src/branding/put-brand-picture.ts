import type { Branding } from '@waybill/contract/branding/endpoints'
import type { BrandSlot } from '@waybill/contract/branding/page-branding'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { newId } from '../platform/ids.ts'
import { makePicture, requireSettable } from '../platform/sandbox/index.ts'
import { type NewBrandPicture, setBrandPicture } from './branding-store.ts'
import { requirePlan } from './edit-branding.ts'
import { readBranding } from './read-branding.ts'

/** Twice the width at which pages and mails show a logo. */
const LOGO_PIXELS = 400
const BACKGROUND_PIXELS = 1_920
const picturesPerWorkspace: Budget = { name: 'branding-pictures', points: 30, seconds: 3_600 }

/**
 * Draws the picture in the sandbox and shows it in place of the one before.
 *
 * @throws Problem 'branding-reserved' | 'picture-unreadable' | 'pictures-refused' | 'busy' | 'too-many-requests'
 */
export async function putBrandPicture(
  ctx: Pick<Context, 'db' | 'limits' | 'pictures'>,
  admin: ActorAccount,
  { slot, bytes }: { slot: BrandSlot; bytes: Uint8Array },
): Promise<{ branding: Branding }> {
  requireSettable(bytes)
  requirePlan(admin, 'branding')
  await ctx.limits.spend(picturesPerWorkspace, admin.workspaceId)
  const picture = slot === 'background' ? await drawBackground(ctx, bytes) : await drawLogo(ctx, bytes)
  await ctx.db.transaction().execute((tx) => setBrandPicture(tx, admin.workspaceId, slot, picture))
  return readBranding(ctx, admin)
}

/** Does nothing where there is none. */
export async function deleteBrandPicture(
  { db }: Pick<Context, 'db'>,
  admin: ActorAccount,
  slot: BrandSlot,
): Promise<{ branding: Branding }> {
  await db.transaction().execute((tx) => setBrandPicture(tx, admin.workspaceId, slot, null))
  return readBranding({ db }, admin)
}

async function drawBackground(ctx: Pick<Context, 'pictures'>, bytes: Uint8Array): Promise<NewBrandPicture> {
  const [page] = await makePicture(ctx, bytes, { kind: 'inside', pixels: [BACKGROUND_PIXELS] })
  return { id: newId(), page: page as Buffer, png: null }
}

async function drawLogo(ctx: Pick<Context, 'pictures'>, bytes: Uint8Array): Promise<NewBrandPicture> {
  const wanted = { kind: 'inside', pixels: [LOGO_PIXELS], pngPixels: LOGO_PIXELS } as const
  const [page, png] = (await makePicture(ctx, bytes, wanted)) as [Buffer, Buffer]
  return { id: newId(), page, png: { bytes: png, ...sizeOf(png) } }
}

/** A PNG's size, from its header. The sandbox has read hostile bytes, so its answer is checked against the order. */
function sizeOf(png: Buffer): { width: number; height: number } {
  if (png.length < 24) throw new Problem('picture-unreadable')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const isAsOrdered = [width, height].every((side) => side >= 1 && side <= LOGO_PIXELS)
  if (!isAsOrdered) throw new Problem('picture-unreadable')
  return { width, height }
}
