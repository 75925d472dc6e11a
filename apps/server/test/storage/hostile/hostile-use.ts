/** What the holder of one upload's storage credentials may try, and what each store answers. */
import { type Keys, presignS3, type S3Answer, type S3Call, sendS3 } from '../signed-s3.ts'
import type { StorageUpload } from '../storage-upload.ts'

export const MIB = 2 ** 20

/** A store, with an upload whose credentials are used, and another one. */
export interface HostileScene {
  /** Of the store. */
  origin: string
  /** What comes before the bucket in a path: '' or '/s3'. */
  root: string
  upload: StorageUpload
  other: StorageUpload
  /** Of `upload`'s second file, and of `other`'s. */
  multipart: string
  otherMultipart: string
  /** A bucket that is there, or could be, and is not the credentials'. */
  otherBucket: string
  /** Credentials of `upload` whose time is over. */
  expired: Keys
  /** On the disk store, one that was saved and one that was given up. On Ceph both are open: see scoped-bucket.s3-test. */
  saved: StorageUpload
  givenUp: StorageUpload
}

/** A call of the owner's credentials, or of `keys`. By default it puts the first file as it was planned. */
export type HostileCall = Partial<S3Call> & { keys?: Keys }

export function sendHostile(scene: HostileScene, { keys, ...call }: HostileCall): Promise<S3Answer> {
  const given = { path: pathOf(scene), body: contentOf(scene), ...call }
  return sendS3(scene.origin, keys ?? scene.upload.credentials, given)
}

/**
 * A use, with the status and S3's code that refuse it on the disk store and on Ceph ('403' alone: without a body). `null`:
 * the store lets it happen without an effect; a comment at the use says why it is harmless.
 */
export type HostileUse = readonly [
  what: string,
  onDisk: string | null,
  onCeph: string | null,
  call: (scene: HostileScene) => HostileCall,
]

export const pathOf = ({ root, upload }: HostileScene, nth = 0): string =>
  `${root}/${upload.credentials.Bucket}/${upload.keys[nth]}`
export const foreignPath = ({ root, other }: HostileScene): string =>
  `${root}/${other.credentials.Bucket}/${other.keys[0]}`
export const inBucket = ({ root, upload }: HostileScene, rest: string): string =>
  `${root}/${upload.credentials.Bucket}${rest}`
export const contentOf = ({ upload }: HostileScene): Buffer => upload.files[0]?.content as Buffer

/** A call without a body. */
export const bare = (method: string, path: string, query = ''): HostileCall => ({
  method,
  path,
  query,
  body: new Uint8Array(),
})

/** A part of the second file. */
export const putPart = (scene: HostileScene, query: string, bytes = 5 * MIB): HostileCall => ({
  path: pathOf(scene, 1),
  query,
  body: new Uint8Array(bytes),
})

export const partList = (etag: string): Buffer =>
  Buffer.from(
    `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`,
  )

/** A call by a signed address instead of signed headers. */
export function presigned(scene: HostileScene, method: string, path: string): HostileCall {
  const none = { authorization: undefined, 'x-amz-date': undefined, 'x-amz-security-token': undefined }
  const query = presignS3(scene.origin, scene.upload.credentials, { method, path })
  return { method, path, query, spoil: () => ({ ...none, 'x-amz-content-sha256': undefined }) }
}
