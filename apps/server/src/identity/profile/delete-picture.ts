import type { Context } from '../../context.ts'
import { setPictureId } from '../accounts/index.ts'
import { forgetPictures } from './picture-store.ts'

/** Initials replace the picture; does nothing where there is none. */
export async function deletePicture({ db }: Pick<Context, 'db'>, accountId: string): Promise<undefined> {
  await db.transaction().execute(async (tx) => {
    await setPictureId(tx, accountId, null)
    await forgetPictures(tx, accountId)
  })
  return undefined
}
