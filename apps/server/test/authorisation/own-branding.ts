import { workspaceOf } from '../../src/platform/database/workspace-of.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'
import { halves } from '../storage/picture-files.ts'

export const BRAND = 'secret brand 6620'

/** A name, a logo and a colour of the account's workspace. */
export async function makeBranding({ ctx }: TestApp, accountId: string): Promise<void> {
  const id = newId()
  const ofOwner = { workspace_id: workspaceOf(accountId) }
  const [page, mail] = await Promise.all([halves(8, 4).webp().toBuffer(), halves(8, 4).png().toBuffer()])
  await ctx.db
    .insertInto('brandings')
    .values({ ...ofOwner, name: BRAND, accent: '#0b5cad', logo: id })
    .execute()
  await ctx.db
    .insertInto('branding_pictures')
    .values({ ...ofOwner, id, page, mail, width: 8, height: 4 })
    .execute()
}
