import type { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, CreateMultipartUploadCommand, DeleteObjectCommand } from '@aws-sdk/client-s3'
import { Problem } from '@waybill/contract/core/problems'
import { systemClock } from '../../clock.ts'
import type { S3Settings } from '../../config/s3-settings.ts'
import { newBlobKey } from '../blob-key.ts'
import type {
  BlobRef,
  BlobStore,
  ByteSpan,
  PartClaim,
  ScopedUploads,
  SignedPart,
  StoredObject,
  StoredPart,
  StoreId,
  WriteOptions,
  WrittenPart,
} from '../blob-port.ts'
import { assertCovered, assertWithin } from '../part-coverage.ts'
import { MAX_S3_PARTS, MAX_SINGLE_PUT_BYTES } from '../part-plan.ts'
import { checkBucket, type StoreLog } from './s3-bucket-check.ts'
import {
  createS3Client,
  defaultTuning,
  encryptionOf,
  isAway,
  isGone,
  type S3Scene,
  type S3Told,
  type S3Tuning,
  s3Fault,
} from './s3-client.ts'
import { completeObject } from './s3-complete.ts'
import { endUnknownUploads } from './s3-leftovers.ts'
import { listBucket } from './s3-list.ts'
import { findWhole } from './s3-object.ts'
import { listUploadedParts, plannedParts } from './s3-parts.ts'
import { newProbeKey, probeObject, sweepProbes } from './s3-probe.ts'
import { readRanges } from './s3-reader.ts'
import { scopedUploads } from './s3-scoped.ts'
import { signPart } from './s3-sign.ts'
import { writeS3Part } from './s3-writer.ts'

export interface S3StoreOptions {
  settings: S3Settings
  log: StoreLog
  /** Origins of the pages that will PUT parts. Null: the bucket is known and not checked. */
  publicOrigins: readonly string[] | null
  /** There are others: where it does not answer, it is opened without its check, and a warning is logged. */
  mayBeAway?: boolean
  tuning?: Partial<S3Tuning>
  onCall?: S3Told | undefined
}

/** Blobs as objects of one bucket, named by their key; the client PUTs parts to URLs signed for exactly them. */
class S3Store implements BlobStore {
  readonly id: StoreId
  readonly transport = 'presigned'
  readonly scoped: ScopedUploads | null
  readonly #scene: S3Scene
  readonly #probeKey = newProbeKey()

  constructor(scene: S3Scene) {
    this.#scene = scene
    this.id = scene.settings.id
    this.scoped = scene.settings.stsRole === null ? null : scopedUploads(scene, scene.settings.stsRole)
  }

  async create(bytes: number, partBytes: number, isBrought = false): Promise<BlobRef> {
    if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new RangeError(`not a blob's size: ${bytes}`)
    const ref = { key: newBlobKey(), bytes, partBytes, wrappedKey: new Uint8Array(0), multipartId: '' }
    if (isBrought || bytes <= MAX_SINGLE_PUT_BYTES) return { ...ref, partBytes: bytes }
    if (Math.ceil(bytes / partBytes) > MAX_S3_PARTS) throw new RangeError(`parts of ${partBytes} are too small`)
    const { client, bucket, settings } = this.#scene
    const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: ref.key, ...encryptionOf(settings) })
    const { UploadId } = await client.send(command).catch(fail)
    if (!UploadId) throw new Problem('store-unavailable', { store: 's3' })
    return { ...ref, multipartId: UploadId }
  }

  async writePart(ref: BlobRef, span: ByteSpan, body: Readable, options: WriteOptions = {}): Promise<WrittenPart> {
    return writeS3Part(this.#scene, ref, span, body, options).catch((error) => {
      throw error === options.signal?.reason || error instanceof RangeError ? error : s3Fault(error)
    })
  }

  signParts(ref: BlobRef, claims: readonly PartClaim[], seconds: number): Promise<SignedPart[]> {
    return Promise.all(claims.map((claim) => signPart(this.#scene, ref, claim, seconds)))
  }

  async listParts(ref: BlobRef): Promise<Array<Omit<StoredPart, 'crc32'>>> {
    const uploaded = ref.multipartId === '' ? null : await listUploadedParts(this.#scene, ref).catch(fail)
    if (uploaded !== null)
      return [...uploaded.values()].map(({ offset, bytes, tag }) => ({ offset, bytes, tag, segment: '' }))
    const whole = await findWhole(this.#scene, ref).catch(fail)
    if (whole === null) return []
    const tag = ref.multipartId === '' ? whole : new Uint8Array(0)
    return plannedParts(ref).map(({ offset, bytes }) => ({ offset, bytes, tag, segment: '' }))
  }

  async complete(ref: BlobRef, parts: readonly StoredPart[]): Promise<void> {
    assertCovered(parts, ref.bytes)
    await completeObject(this.#scene, ref, parts).catch(fail)
  }

  read(ref: BlobRef, parts: readonly StoredPart[], span: ByteSpan): Readable {
    assertWithin(span, ref.bytes)
    const [only] = ref.multipartId === '' ? parts : []
    return readRanges(this.#scene, ref, only?.tag ?? new Uint8Array(0), span)
  }

  async remove({ key, multipartId }: Pick<BlobRef, 'key' | 'multipartId'>): Promise<void> {
    const { client, bucket } = this.#scene
    const at = { Bucket: bucket, Key: key }
    if (multipartId !== '') {
      await client.send(new AbortMultipartUploadCommand({ ...at, UploadId: multipartId })).catch(ignoreGone)
    }
    await client.send(new DeleteObjectCommand(at)).catch(ignoreGone)
  }

  /** The bucket itself reports its parts of an unfinished upload. */
  findLost(): Promise<never[]> {
    return Promise.resolve([])
  }

  async has(ref: BlobRef): Promise<boolean> {
    return (await findWhole(this.#scene, ref).catch(fail)) !== null
  }

  removeSegment(): Promise<void> {
    return Promise.resolve()
  }

  listSegments(): Promise<never[]> {
    return Promise.resolve([])
  }

  list(): AsyncGenerator<StoredObject> {
    return listBucket(this.#scene)
  }

  async probe(): Promise<void> {
    await probeObject(this.#scene, this.#probeKey).catch(fail)
  }

  async sweep(known: (multipartIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
    await sweepProbes(this.#scene, systemClock.nowMs()).catch(fail)
    return endUnknownUploads(this.#scene, known, systemClock.nowMs()).catch(fail)
  }

  freeBytes(): Promise<number> {
    return Promise.resolve(Number.POSITIVE_INFINITY)
  }

  async close(): Promise<void> {
    this.#scene.client.destroy()
  }
}

function fail(error: unknown): never {
  throw s3Fault(error)
}

function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw s3Fault(error)
}

/**
 * Opens the bucket and checks it.
 *
 * @throws StartError with a sentence for the operator when the bucket cannot be used or does not encrypt as requested
 */
export async function openS3Store(options: S3StoreOptions): Promise<BlobStore> {
  const { settings, log, publicOrigins } = options
  const tuning = { ...defaultTuning, ...options.tuning }
  const scene = { client: createS3Client(settings, tuning, options.onCall), bucket: settings.bucket, settings, tuning }
  try {
    if (publicOrigins) await checkBucket(scene, publicOrigins, log)
  } catch (error) {
    if (!options.mayBeAway || !isAway(error)) {
      scene.client.destroy()
      throw error
    }
    log.warn({ error, store: settings.id }, 'a store does not answer, and was not checked')
  }
  return new S3Store(scene)
}
