import type { ProfilePic } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { pictureOf } from './present-user.ts'
import { findPictureId } from './profile-store.ts'

/** The picture of whoever sent something; null of a visitor, of an account that has none, and of one that has ended. */
export async function findProfilePic(db: Kysely<Database>, accountId: string | null): Promise<ProfilePic> {
  return accountId === null ? null : pictureOf({ picture_id: await findPictureId(db, accountId) })
}
