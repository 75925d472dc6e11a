import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { countInFlight, MAX_PARTS_IN_FLIGHT, MAX_UPLOADS_IN_FLIGHT } from '../in-flight-store.ts'

const RETRY_SECONDS = { 'too-many-uploads': 10, 'too-many-parts': 2 } as const

const refusal = (code: keyof typeof RETRY_SECONDS, limit: number) =>
  new Problem(code, { limit, retryAfterSeconds: RETRY_SECONDS[code] })

/**
 * Refuses a new upload while its sender has eight that receive. An upload receives while a part is in progress, so that
 * idle uploads, which can be resumed for seven days, block nobody; parts that go straight to a bucket cost us nothing.
 *
 * @throws Problem 'too-many-uploads' {limit, retryAfterSeconds}
 */
export async function requireFewUploads(db: Kysely<Database>, ownerAddress: string): Promise<void> {
  const { uploads } = await countInFlight(db, ownerAddress, null)
  if (uploads >= MAX_UPLOADS_IN_FLIGHT) throw refusal('too-many-uploads', MAX_UPLOADS_IN_FLIGHT)
}

/** Why a part of this upload got no lease although nothing else prevented it. */
export async function crowdRefusal(
  db: Kysely<Database>,
  upload: { id: string; owner_address: string },
): Promise<Problem> {
  const { parts } = await countInFlight(db, upload.owner_address, upload.id)
  if (parts >= MAX_PARTS_IN_FLIGHT) return refusal('too-many-parts', MAX_PARTS_IN_FLIGHT)
  return refusal('too-many-uploads', MAX_UPLOADS_IN_FLIGHT)
}
