import { S3ServiceException } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { ConfigError } from '../../config/config-error.ts'
import { StartError } from '../../config/start-error.ts'
import { allowUploads, endAbandonedUploads } from './s3-bucket-rules.ts'
import { type S3Scene, s3CodeOf } from './s3-client.ts'
import { newProbeKey, probeObject } from './s3-probe.ts'
import { ignorePublicAcls } from './s3-public-acls.ts'
import { requireLimitedSessions } from './s3-role-check.ts'

export type StoreLog = Pick<Logger, 'info' | 'warn'>

/**
 * Checks a bucket before it takes anything: it can be written and removed from, and encrypts when requested, which some
 * stores accept silently without doing it. Then sets the rules it needs; where that is not permitted, the log names the
 * rule for the operator to set.
 *
 * @throws StartError (ConfigError for the encryption) with one sentence
 */
export async function checkBucket(scene: S3Scene, publicOrigins: readonly string[], log: StoreLog): Promise<void> {
  await probe(scene)
  await allowUploads(scene, publicOrigins, log)
  await endAbandonedUploads(scene, log)
  const { stsRole } = scene.settings
  if (stsRole === null) return
  await ignorePublicAcls(scene)
  await requireLimitedSessions(scene, stsRole)
}

async function probe(scene: S3Scene): Promise<void> {
  const { bucket, settings } = scene
  const echoed = await probeObject(scene, newProbeKey()).catch((cause) => {
    throw cause instanceof StartError ? cause : new StartError(probeSentence(scene, cause), { cause })
  })
  if (settings.sse !== 'none' && echoed.ServerSideEncryption !== settings.sse) {
    const answer = echoed.ServerSideEncryption ?? 'none'
    throw new ConfigError(
      'S3_SSE',
      `asks for ${settings.sse}, but the bucket ${bucket} stored an object with encryption ${answer}.`,
    )
  }
}

function probeSentence({ bucket, settings }: S3Scene, error: unknown): string {
  const code = s3CodeOf(error)
  const where = `The bucket ${bucket} at ${settings.endpoint}`
  if (code === 'NoSuchBucket') return `${where} does not exist.`
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status !== 401 && status !== 403) return `${where} cannot be written (${code}).`
  const encryption = settings.sse === 'none' ? '' : ', S3_SSE and S3_SSE_KEY_ID'
  return `${where} refuses to be written (${code}); check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY${encryption}.`
}
