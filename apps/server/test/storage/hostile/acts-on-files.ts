import { bare, type HostileUse, MIB, pathOf, putPart } from './hostile-use.ts'

const DENIED = '403 AccessDenied'
const UNKNOWN = '501 NotImplemented'
const ALL_USERS = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"'

const reading: ReadonlyArray<[what: string, method: string, query: string]> = [
  ['read the own file', 'GET', ''],
  ['read its access list', 'GET', 'acl'],
  ['read its tags', 'GET', 'tagging'],
  ['read its attributes', 'GET', 'attributes'],
  ['read its retention', 'GET', 'retention'],
  ['read its legal hold', 'GET', 'legal-hold'],
  ['read its torrent', 'GET', 'torrent'],
  ['read a version of it', 'GET', 'versionId=null'],
  ['search in it', 'POST', 'select&select-type=2'],
  ['delete it', 'DELETE', ''],
  ['delete a version of it', 'DELETE', 'versionId=null'],
  ['delete its tags', 'DELETE', 'tagging'],
  ['set its access list', 'PUT', 'acl'],
  ['set its tags', 'PUT', 'tagging'],
  ['set its retention', 'PUT', 'retention'],
  ['set its legal hold', 'PUT', 'legal-hold'],
]

const headers: ReadonlyArray<[what: string, onDisk: string, onCeph: string | null, headers: Record<string, string>]> = [
  ['make it public', DENIED, DENIED, { 'x-amz-acl': 'public-read' }],
  ['let everybody write it', DENIED, DENIED, { 'x-amz-acl': 'public-read-write' }],
  ['open it to all who are signed in', DENIED, DENIED, { 'x-amz-acl': 'authenticated-read' }],
  ['grant reading to all', DENIED, DENIED, { 'x-amz-grant-read': ALL_USERS }],
  ['grant everything to all', DENIED, DENIED, { 'x-amz-grant-full-control': ALL_USERS }],
  ['grant the access list to all', DENIED, DENIED, { 'x-amz-grant-read-acp': ALL_USERS }],
  ['let all change the access list', DENIED, DENIED, { 'x-amz-grant-write-acp': ALL_USERS }],
  ['lock it', UNKNOWN, '400 InvalidRequest', { 'x-amz-object-lock-legal-hold': 'ON' }],
  // On S3 these describe an object that nobody reads but the server.
  ['put tags on it', UNKNOWN, null, { 'x-amz-tagging': 'a=b' }],
  ['redirect its readers', UNKNOWN, null, { 'x-amz-website-redirect-location': 'https://evil.example/' }],
  [
    'encrypt it with a key of its own',
    UNKNOWN,
    '400 InvalidArgument',
    { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' },
  ],
]

/** What the credentials must not do with the upload's own files. */
export const actsOnFiles: readonly HostileUse[] = [
  ...reading.map(
    ([what, method, query]): HostileUse => [what, DENIED, DENIED, (scene) => bare(method, pathOf(scene), query)],
  ),
  [
    'read a byte of it',
    DENIED,
    DENIED,
    (scene) => ({ ...bare('GET', pathOf(scene)), headers: { range: 'bytes=0-0' } }),
  ],
  ['ask for its head', '403', '403', (scene) => bare('HEAD', pathOf(scene))],
  ...headers.map(([what, onDisk, onCeph, given]): HostileUse => [what, onDisk, onCeph, () => ({ headers: given })]),
  ['restore it', DENIED, '400 InvalidArgument', (scene) => bare('POST', pathOf(scene), 'restore')],
  // No policy of S3 sees it: the bucket ignores the access list.
  [
    'begin public parts',
    DENIED,
    null,
    (scene) => ({ ...bare('POST', pathOf(scene, 1), 'uploads'), headers: { 'x-amz-acl': 'public-read' } }),
  ],
  [
    'copy another upload’s file',
    DENIED,
    DENIED,
    (scene) => ({
      ...bare('PUT', pathOf(scene)),
      headers: { 'x-amz-copy-source': `/${scene.other.credentials.Bucket}/${scene.other.keys[0]}` },
    }),
  ],
  [
    'copy the own file',
    DENIED,
    DENIED,
    (scene) => ({
      ...bare('PUT', pathOf(scene, 1)),
      headers: { 'x-amz-copy-source': `/${scene.upload.credentials.Bucket}/${scene.upload.keys[0]}` },
    }),
  ],
  [
    'copy another upload’s file as a part',
    DENIED,
    DENIED,
    (scene) => ({
      ...putPart(scene, `partNumber=1&uploadId=${scene.multipart}`, 0),
      headers: { 'x-amz-copy-source': `/${scene.other.credentials.Bucket}/${scene.other.keys[0]}` },
    }),
  ],
  ['append to it', DENIED, '409 ObjectNotAppendable', () => ({ query: 'append&position=0' })],
  // To S3 it is a whole file, whose size the save compares.
  ['put a part without its upload', DENIED, null, (scene) => putPart(scene, 'partNumber=1', MIB)],
]
