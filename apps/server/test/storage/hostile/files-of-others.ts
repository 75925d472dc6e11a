import { bare, foreignPath, type HostileUse, inBucket, partList, pathOf } from './hostile-use.ts'

const DENIED = '403 AccessDenied'

/** Other uploads' files, other places, and other spellings of the own place. */
export const filesOfOthers: readonly HostileUse[] = [
  ['put under another upload’s prefix', DENIED, DENIED, (scene) => ({ path: foreignPath(scene) })],
  ['read another upload’s file', DENIED, DENIED, (scene) => bare('GET', foreignPath(scene))],
  ['delete another upload’s file', DENIED, DENIED, (scene) => bare('DELETE', foreignPath(scene))],
  ['begin parts of another upload’s file', DENIED, DENIED, (scene) => bare('POST', foreignPath(scene), 'uploads')],
  [
    'put a part of another upload’s file',
    DENIED,
    DENIED,
    (scene) => ({ path: foreignPath(scene), query: `partNumber=1&uploadId=${scene.otherMultipart}` }),
  ],
  [
    'list the parts of another upload’s file',
    DENIED,
    '404 NoSuchKey',
    (scene) => bare('GET', foreignPath(scene), `uploadId=${scene.otherMultipart}`),
  ],
  [
    'complete another upload’s file',
    DENIED,
    DENIED,
    (scene) => ({
      method: 'POST',
      path: foreignPath(scene),
      query: `uploadId=${scene.otherMultipart}`,
      body: partList('a'.repeat(32)),
    }),
  ],
  [
    'abort the parts of another upload’s file',
    DENIED,
    DENIED,
    (scene) => bare('DELETE', foreignPath(scene), `uploadId=${scene.otherMultipart}`),
  ],
  [
    'put a part of another upload’s file under the own name',
    '404 NoSuchUpload',
    '404 NoSuchUpload',
    (scene) => ({ query: `partNumber=1&uploadId=${scene.otherMultipart}` }),
  ],
  [
    'copy the own file over another upload’s',
    DENIED,
    DENIED,
    (scene) => ({
      ...bare('PUT', foreignPath(scene)),
      headers: { 'x-amz-copy-source': `/${scene.upload.credentials.Bucket}/${scene.upload.keys[0]}` },
    }),
  ],
  ['put at the root of the bucket', DENIED, DENIED, (scene) => ({ path: inBucket(scene, '/one.bin') })],
  [
    'put under a prefix that begins as the own',
    DENIED,
    DENIED,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}x/one.bin`) }),
  ],
  [
    'put under the beginning of the own prefix',
    DENIED,
    DENIED,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene).slice(0, -1)}/one.bin`) }),
  ],
  [
    'put a file with the name of the prefix',
    DENIED,
    DENIED,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}`) }),
  ],
  [
    'write the prefix in capitals',
    DENIED,
    DENIED,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene).toUpperCase()}/${nameOf(scene)}`) }),
  ],
  ['double the slash', DENIED, DENIED, (scene) => ({ path: inBucket(scene, `//${scene.upload.keys[0]}`) })],
  [
    'put into another bucket',
    DENIED,
    DENIED,
    (scene) => ({ path: `${scene.root}/${scene.otherBucket}/${scene.upload.keys[0]}` }),
  ],
  [
    'put into a bucket that is not there',
    DENIED,
    '404 NoSuchBucket',
    (scene) => ({ path: `${scene.root}/none-of-this-name/${scene.upload.keys[0]}` }),
  ],
  ['put without a bucket', DENIED, '404 NoSuchBucket', (scene) => ({ path: `${scene.root}/${scene.upload.keys[0]}` })],
  // On S3 these are other names under the own prefix, which no plan names: they are swept.
  ['put a file that no plan names', DENIED, null, (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}/none`) })],
  ['put at the prefix itself', DENIED, null, (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}/`) })],
  ['put below a file', DENIED, null, (scene) => ({ path: `${pathOf(scene)}/more` })],
  [
    'put another upload’s file under the own prefix',
    DENIED,
    null,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}/${scene.other.keys[0]?.split('/')[1]}`) }),
  ],
  [
    'climb with dots',
    DENIED,
    null,
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}/../${scene.other.keys[0]}`) }),
  ],
  [
    'climb with encoded dots',
    DENIED,
    '403 SignatureDoesNotMatch',
    (scene) => ({ path: inBucket(scene, `/${prefixOf(scene)}/%2e%2e/${scene.other.keys[0]}`) }),
  ],
  ['end with a slash', DENIED, null, (scene) => ({ path: `${pathOf(scene)}/` })],
  ['end with NUL', DENIED, '400', (scene) => ({ path: `${pathOf(scene)}%00` })],
  // S3 signs the usual spelling of a name, whatever was sent.
  [
    'encode the slash',
    DENIED,
    '403 SignatureDoesNotMatch',
    (scene) => ({ path: pathOf(scene).replace(/\/([\w-]+)$/, '%2F$1') }),
  ],
  [
    'encode a letter',
    DENIED,
    '403 SignatureDoesNotMatch',
    (scene) => ({ path: pathOf(scene).replace(/([\w-])$/, (end) => `%${end.charCodeAt(0).toString(16)}`) }),
  ],
]

type Scene = Parameters<HostileUse[3]>[0]
const prefixOf = ({ upload }: Scene): string => upload.credentials.Prefix.slice(0, -1)
const nameOf = ({ upload }: Scene): string => upload.keys[0]?.split('/')[1] ?? ''
