import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { parseChoice, parseFlag, parseOrigin } from './setting-forms.ts'

const encryptions = ['none', 'AES256', 'aws:kms'] as const

export interface S3Settings {
  /** The store's id in rows; a new bucket for new files has another id. */
  id: string
  /** The origin that requests go to, without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Bucket in the path, not in the host name. */
  pathStyle: boolean
  /** The server-side encryption requested for every object. */
  sse: (typeof encryptions)[number]
  /** The key for 'aws:kms'; null leaves the choice to the store. */
  sseKeyId: string | null
  /** The role whose credentials foreign clients get, and where it is assumed; null: they get none. */
  stsRole: { arn: string; endpoint: string } | null
}

const required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const optional = [
  'S3_STORE_ID',
  'S3_REGION',
  'S3_PATH_STYLE',
  'S3_SSE',
  'S3_SSE_KEY_ID',
  'S3_STS_ROLE',
  'S3_STS_ENDPOINT',
] as const

/** The S3 settings, or null when none is set. Throws ConfigError when the group is half set. */
export function readS3(get: Get): S3Settings | null {
  const first = [...required, ...optional].find((name) => get(name) !== undefined)
  if (!first) return null
  const [endpoint, bucket, accessKeyId, secretAccessKey] = required.map((name) => {
    const value = get(name)
    if (value === undefined)
      throw new ConfigError(name, `is missing while ${first} is set. S3 needs ${list(required)}.`)
    return value
  }) as [string, string, string, string]
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError('S3_BUCKET', `must be a bucket's name, not '${bucket}'.`)
  }
  const id = get('S3_STORE_ID') ?? 's3'
  if (!/^[a-z0-9-]{1,32}$/.test(id) || /^disk(?:-|$)/.test(id)) {
    throw new ConfigError(
      'S3_STORE_ID',
      `must be up to 32 of a-z, 0-9 and '-', and neither 'disk' nor begin with 'disk-'; '${id}' is not.`,
    )
  }
  const sse = parseChoice('S3_SSE', get('S3_SSE') ?? 'none', encryptions)
  const sseKeyId = get('S3_SSE_KEY_ID') ?? null
  if (sseKeyId !== null && sse !== 'aws:kms') {
    throw new ConfigError('S3_SSE_KEY_ID', `is set, but S3_SSE is '${sse}'. A key needs S3_SSE=aws:kms.`)
  }
  return {
    id,
    endpoint: parseOrigin('S3_ENDPOINT', endpoint).origin,
    region: get('S3_REGION') ?? 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    pathStyle: parseFlag('S3_PATH_STYLE', get('S3_PATH_STYLE') ?? 'true'),
    sse,
    sseKeyId,
    stsRole: readRole(get, endpoint),
  }
}

/** The store answers for its role itself, unless the settings say where. */
function readRole(get: Get, endpoint: string): S3Settings['stsRole'] {
  const arn = get('S3_STS_ROLE')
  const given = get('S3_STS_ENDPOINT')
  if (arn === undefined) {
    if (given !== undefined) throw new ConfigError('S3_STS_ENDPOINT', 'is set, but S3_STS_ROLE names no role.')
    return null
  }
  if (!/^arn:[\w-]+:iam::\d*:role\/[\w+=,.@/-]{1,512}$/.test(arn)) {
    throw new ConfigError('S3_STS_ROLE', `must be the ARN of a role, not '${arn}'.`)
  }
  return { arn, endpoint: parseOrigin('S3_STS_ENDPOINT', given ?? endpoint).origin }
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
