import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { issueStorageCredentials as endpoint } from '@waybill/contract/uploads/endpoints'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { hashToken } from '../../platform/ids.ts'
import type { ScopedUploads } from '../../platform/storage/blob-port.ts'
import { listBlobs, listFiles } from '../blob-store.ts'
import { DOOR } from '../door/door-call.ts'
import { findUpload, isTokenOf, type UploadRow } from '../upload-store.ts'
import { mayHaveCredentials } from './credentials-policy.ts'
import { findCredentialScene, insertStorageKey } from './storage-key-store.ts'
import { LIFE_MINUTES, newAccessKeyId, secretOf, sessionTokenOf, storedHashOf } from './storage-keys.ts'

/** Of one upload: a client that asks every five minutes has a dozen. */
const MOST_ALIVE = 40

type Needs = Pick<Context, 'db' | 'stores' | 'masterKey' | 'config'>
type Credentials = ReplyOf<typeof endpoint>
type Keys = Pick<Credentials, 'AccessKeyId' | 'AccessKeySecret' | 'SecurityToken' | 'Expiration'>
type Place = Pick<Credentials, 'Endpoint' | 'Region' | 'Bucket'>

/**
 * Issues storage credentials for an upload that was planned with `transport: 'sts'`: they put its files and nothing
 * else, and end with it.
 *
 * @throws Problem as the contract's `issueStorageCredentials` names them
 */
export async function issueStorageCredentials(
  ctx: Needs,
  actor: Actor,
  body: BodyOf<typeof endpoint>,
  from: { authorization: string | undefined; origin: string },
): Promise<Credentials> {
  const upload = await authorise(ctx, actor, body, from.authorization)
  const prefix = upload.storage_prefix
  if (prefix === null) throw new Problem('part-misplaced', { transport: ctx.stores.of(upload.store).transport })
  const { scoped } = ctx.stores.of(upload.store)
  const accessKeyId = newAccessKeyId()
  const endsAt = await countKey(ctx, upload.id, accessKeyId)
  const { keys, place } =
    scoped === null ? mintAtDoor(ctx, { accessKeyId, endsAt }, from.origin) : await mintAtStore(scoped, prefix)
  return { ...keys, ...place, Prefix: `${prefix}/`, Keys: await keysOf(ctx, upload.id, prefix) }
}

/** Whose credentials they are: an account's own upload, or that of the bearer's token. */
async function authorise(
  { db }: Needs,
  actor: Actor,
  { id, type, adminId }: BodyOf<typeof endpoint>,
  authorization: FastifyRequest['headers']['authorization'],
): Promise<UploadRow> {
  const token = /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]
  if (actor.account === null && token === undefined) throw new Problem('unauthenticated')
  if (actor.account?.isSuspended) throw new Problem('account-suspended')
  const upload = await findUpload(db, id)
  if (upload === null) throw new Problem('upload-not-found')
  const hasToken = actor.account === null && token !== undefined && (await isTokenOf(db, id, hashToken(token)))
  if (actor.account === null && !hasToken) throw new Problem('upload-token-wrong')
  const scene = await findCredentialScene(db, upload)
  const caller = { accountId: actor.account?.id ?? null, hasToken }
  if (!mayHaveCredentials(caller, { type, adminId }, scene)) throw new Problem('not-yours')
  if (scene.isSuspended) throw new Problem('account-suspended')
  if (upload.state !== 'open' || upload.is_over) throw new Problem('upload-closed', { state: upload.state })
  return upload
}

/** When the key ends that the row counts, of our own or of the store. @throws Problem 'too-many-requests' */
async function countKey({ db, masterKey }: Needs, uploadId: string, accessKeyId: string): Promise<Date> {
  const hash = storedHashOf(masterKey, accessKeyId)
  const endsAt = await insertStorageKey(db, { uploadId, hash, minutes: LIFE_MINUTES, most: MOST_ALIVE })
  if (endsAt === null) throw new Problem('too-many-requests', { retryAfterSeconds: 60 })
  return endsAt
}

/** Keys of our own, for the S3 door of a store that this server holds. */
function mintAtDoor(
  { masterKey }: Needs,
  { accessKeyId, endsAt }: { accessKeyId: string; endsAt: Date },
  origin: string,
): { keys: Keys; place: Place } {
  return {
    keys: {
      AccessKeyId: accessKeyId,
      AccessKeySecret: secretOf(masterKey, accessKeyId),
      SecurityToken: sessionTokenOf(masterKey, accessKeyId, endsAt),
      Expiration: endsAt.toISOString(),
    },
    place: { Endpoint: `${origin}${DOOR.path}`, Region: DOOR.region, Bucket: DOOR.bucket },
  }
}

/** Keys that the store itself makes and checks. */
async function mintAtStore(scoped: ScopedUploads, prefix: string): Promise<{ keys: Keys; place: Place }> {
  const issued = await scoped.issue(prefix, LIFE_MINUTES)
  return {
    keys: {
      AccessKeyId: issued.accessKeyId,
      AccessKeySecret: issued.secretAccessKey,
      SecurityToken: issued.sessionToken,
      Expiration: issued.endsAt.toISOString(),
    },
    place: { Endpoint: issued.endpoint, Region: issued.region, Bucket: issued.bucket },
  }
}

async function keysOf({ db }: Needs, uploadId: string, prefix: string): Promise<Record<string, string>> {
  const [blobs, files] = await Promise.all([listBlobs(db, uploadId), listFiles(db, uploadId)])
  const known = new Set(blobs.map(({ id }) => id))
  return Object.fromEntries(
    files.flatMap(({ id, blob_id }) => (blob_id !== null && known.has(blob_id) ? [[id, `${prefix}/${blob_id}`]] : [])),
  )
}
