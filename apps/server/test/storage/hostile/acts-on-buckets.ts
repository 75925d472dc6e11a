import { bare, type HostileUse, inBucket } from './hostile-use.ts'

const DENIED = '403 AccessDenied'

/** A call to another service of the store, which takes its action from a form. */
const form =
  (service: 'iam' | 'sts', body: string): HostileUse[3] =>
  ({ root }) => ({
    method: 'POST',
    path: `${root}/`,
    service,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(body),
  })

const acts: ReadonlyArray<[what: string, method: string, query: string]> = [
  ['list the bucket', 'GET', ''],
  ['list the bucket as newer clients do', 'GET', 'list-type=2'],
  ['list versions', 'GET', 'versions'],
  ['list uploads in parts', 'GET', 'uploads'],
  ['ask where the bucket is', 'GET', 'location'],
  ['read the bucket’s policy', 'GET', 'policy'],
  ['read the bucket’s access list', 'GET', 'acl'],
  ['read the bucket’s origins', 'GET', 'cors'],
  ['read the bucket’s lifecycle', 'GET', 'lifecycle'],
  ['read the bucket’s versioning', 'GET', 'versioning'],
  ['read the bucket’s tags', 'GET', 'tagging'],
  ['read what it blocks', 'GET', 'publicAccessBlock'],
  ['read the bucket’s encryption', 'GET', 'encryption'],
  ['set a policy', 'PUT', 'policy'],
  ['set the bucket’s access list', 'PUT', 'acl'],
  ['set the bucket’s origins', 'PUT', 'cors'],
  ['set the bucket’s lifecycle', 'PUT', 'lifecycle'],
  ['set the bucket’s versioning', 'PUT', 'versioning'],
  ['set the bucket’s tags', 'PUT', 'tagging'],
  ['set the bucket’s encryption', 'PUT', 'encryption'],
  ['allow public access lists', 'PUT', 'publicAccessBlock'],
  ['forget what it blocks', 'DELETE', 'publicAccessBlock'],
  ['delete the bucket’s policy', 'DELETE', 'policy'],
  ['delete the bucket’s origins', 'DELETE', 'cors'],
  ['delete the bucket’s lifecycle', 'DELETE', 'lifecycle'],
  ['delete the bucket', 'DELETE', ''],
  ['delete many files', 'POST', 'delete'],
]

/** What the credentials must not do with buckets, accounts and roles. */
export const actsOnBuckets: readonly HostileUse[] = [
  ...acts.map(
    ([what, method, query]): HostileUse => [what, DENIED, DENIED, (scene) => bare(method, inBucket(scene, '/'), query)],
  ),
  [
    'list the bucket under the own prefix',
    DENIED,
    DENIED,
    (scene) => bare('GET', inBucket(scene, '/'), `list-type=2&prefix=${scene.upload.credentials.Prefix.slice(0, -1)}`),
  ],
  ['ask for the head of the bucket', '403', '403', (scene) => bare('HEAD', inBucket(scene, '/'))],
  [
    'read the bucket’s website',
    DENIED,
    '405 MethodNotAllowed',
    (scene) => bare('GET', inBucket(scene, '/'), 'website'),
  ],
  ['make it a website', DENIED, '405 MethodNotAllowed', (scene) => bare('PUT', inBucket(scene, '/'), 'website')],
  // Ceph tells it to everybody who may sign: there are none.
  ['read the bucket’s notifications', DENIED, null, (scene) => bare('GET', inBucket(scene, '/'), 'notification')],
  ['list another bucket', DENIED, DENIED, (scene) => bare('GET', `${scene.root}/${scene.otherBucket}/`)],
  ['list buckets', DENIED, DENIED, ({ root }) => bare('GET', `${root}/`)],
  ['make a bucket', DENIED, DENIED, ({ root }) => bare('PUT', `${root}/waybill-mine`)],
  ...(
    [
      ['Action=ListRoles', DENIED],
      ['Action=CreateUser&UserName=me', '405 MethodNotAllowed'],
      ['Action=ListUsers', '405 MethodNotAllowed'],
    ] as const
  ).map(
    ([body, onCeph]): HostileUse => [
      `ask for ${body}`,
      '400 AuthorizationHeaderMalformed',
      onCeph,
      form('iam', `${body}&Version=2010-05-08`),
    ],
  ),
  [
    'assume the role again, without a policy',
    '400 AuthorizationHeaderMalformed',
    DENIED,
    form(
      'sts',
      'Action=AssumeRole&Version=2011-06-15&RoleSessionName=more&RoleArn=arn%3Aaws%3Aiam%3A%3A%3Arole%2Fuploader',
    ),
  ],
  [
    'ask for a session token of the account',
    '400 AuthorizationHeaderMalformed',
    DENIED,
    form('sts', 'Action=GetSessionToken&Version=2011-06-15'),
  ],
]
