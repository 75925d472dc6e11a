import { Problem } from '@waybill/contract/core/problems'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { Context } from '../../context.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { makePicture, requireSettable } from '../../platform/sandbox/index.ts'
import { setPictureId } from '../accounts/index.ts'
import { readUser } from '../sessions/index.ts'
import { keepPicture } from './picture-store.ts'

const SMALL_PIXELS = 256
const VERYSMALL_PIXELS = 64
const picturesPerAccount: Budget = { name: 'profile-pictures', points: 20, seconds: 3_600 }

/**
 * Draws and publishes both forms of the picture; deletes the previous picture and its path.
 *
 * @throws Problem 'picture-unreadable' | 'pictures-refused' | 'busy' | 'too-many-requests'
 */
export async function putPicture(
  ctx: Pick<Context, 'db' | 'limits' | 'pictures' | 'config'>,
  accountId: string,
  bytes: Uint8Array,
): Promise<{ user: User }> {
  requireSettable(bytes)
  await ctx.limits.spend(picturesPerAccount, accountId)
  const forms = await makePicture(ctx, bytes, { kind: 'square', pixels: [SMALL_PIXELS, VERYSMALL_PIXELS] })
  const [small, verysmall] = forms as [Buffer, Buffer]
  const id = newId()
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await setPictureId(tx, accountId, id))) throw new Problem('unauthenticated')
    await keepPicture(tx, { id, accountId, small, verysmall })
  })
  return { user: await readUser(ctx.db, ctx.config, accountId) }
}
