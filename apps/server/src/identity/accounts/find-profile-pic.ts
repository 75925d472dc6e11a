import type { ProfilePic } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { pictureOf } from './present-user.ts'
import { findPictureId } from './profile-store.ts'

/** The picture of a sender; null for a visitor, an account without one, and an ended account. */
export async function findProfilePic(db: Kysely<Database>, accountId: string | null): Promise<ProfilePic> {
  return accountId === null ? null : pictureOf({ picture_id: await findPictureId(db, accountId) })
}
