import { randomBytes } from 'node:crypto'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import type { S3Settings } from '../../config/s3-settings.ts'
import { StartError } from '../../config/start-error.ts'
import { type S3Scene, s3CodeOf } from './s3-client.ts'
import { assumeRole } from './s3-scoped.ts'

/** The shortest session of S3. */
const MINUTES = 15

/**
 * Ensures that credentials of one upload cannot assume the role again, without the policy that limits them. To AWS a
 * session is another principal than the user who began it; to Ceph it is that user, whom the role trusts. A probe shows
 * whether the store refuses it.
 *
 * @throws StartError with a sentence for the operator
 */
export async function requireLimitedSessions(scene: S3Scene, role: NonNullable<S3Settings['stsRole']>): Promise<void> {
  const scope = { prefix: randomBytes(16).toString('hex'), minutes: MINUTES }
  const keys = await assumeRole(scene, role, scope).catch((cause) => {
    throw new StartError(
      `The role ${role.arn} cannot be assumed (${s3CodeOf(cause)}): check S3_STS_ROLE, or leave it out.`,
      { cause },
    )
  })
  const client = new STSClient({
    endpoint: role.endpoint,
    region: keys.region,
    credentials: {
      accessKeyId: keys.accessKeyId,
      secretAccessKey: keys.secretAccessKey,
      sessionToken: keys.sessionToken,
    },
    maxAttempts: scene.tuning.maxAttempts,
    requestHandler: { requestTimeout: scene.tuning.timeoutMs, throwOnRequestTimeout: true },
  })
  const again = new AssumeRoleCommand({ RoleArn: role.arn, RoleSessionName: 'probe', DurationSeconds: MINUTES * 60 })
  const isRefused = await client
    .send(again)
    .then(() => false)
    .catch((error) => {
      const status = error?.$metadata?.httpStatusCode
      if (status >= 400 && status < 500) return true
      throw error
    })
    .finally(() => client.destroy())
  if (isRefused) return
  throw new StartError(
    `Credentials of one upload can assume the role ${role.arn} again, without their limits: add to its trust policy the condition {"Null": {"aws:TokenIssueTime": "true"}}, or leave S3_STS_ROLE out.`,
  )
}
