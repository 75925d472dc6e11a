import {
  contentOf,
  foreignPath,
  type HostileCall,
  type HostileScene,
  type HostileUse,
  pathOf,
  presigned,
} from './hostile-use.ts'

const DENIED = '403 AccessDenied'
const MALFORMED = '400 AuthorizationHeaderMalformed'
const WRONG = '403 SignatureDoesNotMatch'
const NO_TOKEN = '400 InvalidToken'
const ENDED = '403 InvalidAccessKeyId'
const NO_ARGUMENT = '400 InvalidArgument'
const SKEWED = '403 RequestTimeTooSkewed'
const MINUTE_MS = 60_000
const after = (minutes: number) => ({ at: new Date(Date.now() + minutes * MINUTE_MS) })
type Spoil = NonNullable<ReturnType<HostileUse[3]>['spoil']>
const spoil = (by: Spoil) => (): { spoil: Spoil } => ({ spoil: by })
const putOf = (scene: HostileScene, which: 'saved' | 'givenUp'): HostileCall => {
  const upload = scene[which]
  return { keys: upload.credentials, path: pathOf({ ...scene, upload }), body: contentOf({ ...scene, upload }) }
}
const turned = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`

/** Signatures, dates, tokens and keys that prove nothing. */
export const falseProofs: readonly HostileUse[] = [
  ['send no signature', DENIED, DENIED, spoil(() => ({ authorization: undefined }))],
  [
    'send nothing that proves anything',
    DENIED,
    DENIED,
    spoil(() => ({ authorization: undefined, 'x-amz-security-token': undefined, 'x-amz-date': undefined })),
  ],
  [
    'sign in the address',
    DENIED,
    DENIED,
    () => ({ query: 'X-Amz-Algorithm=AWS4-HMAC-SHA256', spoil: () => ({ authorization: undefined }) }),
  ],
  [
    'use a bearer token',
    MALFORMED,
    NO_ARGUMENT,
    ({ upload }) => ({ spoil: () => ({ authorization: `Bearer ${upload.plan.token}` }) }),
  ],
  ['use the older signature', MALFORMED, DENIED, spoil(() => ({ authorization: 'AWS AKIA:c2lnbmF0dXJl' }))],
  [
    'alter the signature',
    WRONG,
    WRONG,
    spoil(({ authorization: a = '' }) => ({ authorization: turned(a, a.length - 1) })),
  ],
  ['cut the signature', MALFORMED, WRONG, spoil(({ authorization: a = '' }) => ({ authorization: a.slice(0, -1) }))],
  [
    'alter the date',
    WRONG,
    WRONG,
    spoil(({ 'x-amz-date': d = '' }) => ({
      'x-amz-date': d.replace(/..Z$/, (end) => (end === '59Z' ? '58Z' : '59Z')),
    })),
  ],
  ['alter the day', MALFORMED, SKEWED, spoil(() => ({ 'x-amz-date': '20200101T000000Z' }))],
  ['leave the date out', MALFORMED, DENIED, spoil(() => ({ 'x-amz-date': undefined }))],
  ['be 16 minutes late', SKEWED, SKEWED, () => after(-16)],
  ['be 16 minutes early', SKEWED, SKEWED, () => after(16)],
  ['replay a call of yesterday', SKEWED, SKEWED, () => after(-24 * 60)],
  [
    'lengthen the session token',
    NO_TOKEN,
    NO_ARGUMENT,
    spoil(({ 'x-amz-security-token': t = '' }) => ({ 'x-amz-security-token': `${t}x` })),
  ],
  [
    'alter the session token and sign it',
    NO_TOKEN,
    NO_ARGUMENT,
    ({ upload: { credentials } }) => ({
      keys: { ...credentials, SecurityToken: turned(credentials.SecurityToken, 20) },
    }),
  ],
  [
    'lengthen the life in the token',
    NO_TOKEN,
    NO_ARGUMENT,
    ({ upload: { credentials } }) => ({
      keys: { ...credentials, SecurityToken: credentials.SecurityToken.replace(/^[^.]{1,10}/, '9999999999') },
    }),
  ],
  ['leave the session token out', NO_TOKEN, DENIED, spoil(() => ({ 'x-amz-security-token': undefined }))],
  [
    'sign without the session token',
    NO_TOKEN,
    DENIED,
    ({ upload: { credentials } }) => ({ keys: { ...credentials, SecurityToken: '' } }),
  ],
  [
    'take the session token of another upload',
    NO_TOKEN,
    DENIED,
    ({ upload, other }) => ({ keys: { ...upload.credentials, SecurityToken: other.credentials.SecurityToken } }),
  ],
  [
    'take the secret of another upload',
    WRONG,
    WRONG,
    ({ upload, other }) => ({ keys: { ...upload.credentials, AccessKeySecret: other.credentials.AccessKeySecret } }),
  ],
  [
    'take the access key of another upload',
    NO_TOKEN,
    DENIED,
    ({ upload, other }) => ({ keys: { ...upload.credentials, AccessKeyId: other.credentials.AccessKeyId } }),
  ],
  ['take the keys of another upload', DENIED, DENIED, ({ other }) => ({ keys: other.credentials })],
  [
    'invent an access key',
    '403 InvalidAccessKeyId',
    DENIED,
    ({ upload }) => ({ keys: { ...upload.credentials, AccessKeyId: 'WAYBILLKEYOFNOBODY00' } }),
  ],
  ['use keys after their end', '400 ExpiredToken', DENIED, ({ expired }) => ({ keys: expired })],
  // Ceph accepts these: the signature still proves that the caller has the secret.
  ['leave the session token unsigned', DENIED, null, () => ({ unsigned: ['x-amz-security-token'] })],
  ['leave the host unsigned', DENIED, null, () => ({ unsigned: ['host'] })],
  ['add a header after signing', DENIED, DENIED, spoil(() => ({ 'x-amz-acl': 'public-read' }))],
  ['sign for another kind of store', MALFORMED, null, () => ({ service: 'sts' })],
  ['sign for another region', MALFORMED, null, ({ upload }) => ({ keys: { ...upload.credentials, Region: 'moon-1' } })],
  [
    'say after signing that the body is unsigned',
    WRONG,
    WRONG,
    spoil(() => ({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })),
  ],
  ['read by a signed address', DENIED, DENIED, (scene) => presigned(scene, 'GET', pathOf(scene))],
  [
    'put another upload’s file by a signed address',
    DENIED,
    DENIED,
    (scene) => presigned(scene, 'PUT', foreignPath(scene)),
  ],
  // The credentials of a store outlive the upload: what they put then changes no saved file, and is swept.
  ['put a file again after the save', ENDED, null, (scene) => putOf(scene, 'saved')],
  ['put a file after the upload was given up', ENDED, null, (scene) => putOf(scene, 'givenUp')],
]
