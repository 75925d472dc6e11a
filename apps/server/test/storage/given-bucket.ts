import { randomBytes } from 'node:crypto'

/**
 * Creates a bucket for one server on the store in `S3_ENDPOINT`; returns the setting that names it, or nothing where
 * files are on disk. Servers cannot share a bucket: it takes uploads from the pages of one server alone.
 */
export async function givenBucket(): Promise<Record<string, string>> {
  const { S3_ENDPOINT, S3_REGION = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env
  if (S3_ENDPOINT === undefined) return {}
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  const S3_BUCKET = `waybill-e2e-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }))
  client.destroy()
  return { S3_BUCKET }
}
