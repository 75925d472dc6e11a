/** Sizes, times and numbers at every limit where they could overflow. */

import { plans } from '@waybill/contract/billing/plans'
import type { ProblemCode } from '@waybill/contract/core/problems'
import { expiryOptions } from '@waybill/contract/transfers/expiry'

const { uploadLimitBytes, fileLimit, recipientLimit } = plans.anon

export interface DraftCase {
  name: string
  /** JSON text of the files' sizes, as on the wire. */
  sizes?: string[]
  fields?: Record<string, unknown>
  /** Undefined: it is accepted. */
  code?: ProblemCode | ProblemCode[]
}

const bad: ProblemCode = 'invalid-input'

const wireNumbers: Array<[text: string, code?: ProblemCode | ProblemCode[]]> = [
  ['0'],
  ['1'],
  ['-0'],
  ['1e0'],
  ['1.0'],
  ['10e-1'],
  ['-1', bad],
  ['0.5', bad],
  ['1e-9', bad],
  ['-1e-9', bad],
  ['9007199254740991', 'over-transfer-limit'],
  ['9007199254740992', bad],
  ['9007199254740993', bad],
  ['18446744073709551615', bad],
  ['1e308', bad],
  ['1e400', bad],
  ['-1e400', bad],
  ['"1"', bad],
  ['null', bad],
  ['true', bad],
  ['[]', bad],
  ['{}', bad],
  ['""', bad],
  ['"NaN"', bad],
  [String(uploadLimitBytes + 1), 'over-transfer-limit'],
  [String(2 ** 32), 'over-transfer-limit'],
  [String(2 ** 32 + 1), 'over-transfer-limit'],
  [String(2 ** 40), 'over-transfer-limit'],
]

const sizes: DraftCase[] = wireNumbers.map(([text, code]) => ({
  name: `a file of ${text}`,
  sizes: [text],
  ...(code ? { code } : {}),
}))

const sums: DraftCase[] = [
  {
    name: 'many that add up over the limit',
    sizes: Array.from({ length: 31 }, () => '100000000'),
    code: 'over-transfer-limit',
  },
  {
    name: 'two that add up over every number',
    sizes: ['9007199254740991', '9007199254740991'],
    code: 'over-transfer-limit',
  },
  { name: 'one over the limit, one below nothing', sizes: [String(uploadLimitBytes), '-9007199254740991'], code: bad },
  { name: 'no file', sizes: [], code: bad },
  { name: `${fileLimit} files`, sizes: Array.from({ length: fileLimit }, () => '0') },
  { name: `${fileLimit + 1} files`, sizes: Array.from({ length: fileLimit + 1 }, () => '0'), code: 'too-many-files' },
  { name: '1,501 files', sizes: Array.from({ length: 1_501 }, () => '0'), code: 'too-many-files' },
  { name: '10,001 files', sizes: Array.from({ length: 10_001 }, () => '0'), code: bad },
]

const people = (count: number) => Array.from({ length: count }, (_, nth) => ({ email: `r${nth}@rao-forge.example` }))
const recipients: DraftCase[] = [
  { name: 'no recipient', fields: { emailTo: [] }, code: bad },
  { name: `${recipientLimit} recipients`, fields: { emailTo: people(recipientLimit) } },
  {
    name: `${recipientLimit + 1} recipients`,
    fields: { emailTo: people(recipientLimit + 1) },
    code: 'too-many-recipients',
  },
  { name: '301 recipients', fields: { emailTo: people(301) }, code: 'too-many-recipients' },
  { name: '1,001 recipients', fields: { emailTo: people(1_001) }, code: bad },
  {
    name: 'one recipient seven times, in seven spellings',
    fields: {
      emailTo: [
        'a@b.example',
        'A@b.example',
        'a@B.example',
        'a@b.EXAMPLE',
        ' a@b.example',
        'a@b.example ',
        'A@B.EXAMPLE',
      ].map((email) => ({ email })),
    },
  },
]

const seconds = expiryOptions.flatMap(({ seconds }) => [seconds - 1, seconds, seconds + 1])
const expiries: DraftCase[] = [
  ...[
    ...seconds,
    0,
    -1,
    1,
    86_400,
    259_200,
    1_814_400,
    94_608_000,
    604_800_000,
    604_800.5,
    2 ** 31,
    1e15,
    8.64e15,
    -604_800,
  ].map((value) => ({
    name: `an expiry of ${value}`,
    fields: { expirySeconds: value },
    ...expiryCode(value),
  })),
  ...['604800', '', 'week', '2027-01-01', null, true, [604_800], {}].map((value) => ({
    name: `an expiry of ${JSON.stringify(value)}`,
    fields: { expirySeconds: value },
    code: bad,
  })),
]

function expiryCode(value: number): { code?: ProblemCode } {
  if (value === 604_800) return {}
  return { code: expiryOptions.some((option) => option.seconds === value) ? 'expiry-reserved' : bad }
}

const times: DraftCase[] = [
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    1e12,
    -1e12,
    8.64e15,
    -8.64e15,
    253_402_300_799_999,
    253_402_300_800_000,
    -62_135_596_800_001,
    2 ** 31 * 1_000,
    951_782_400_000,
    1_483_228_799_999,
  ].map((value) => ({
    name: `changed at ${value}`,
    fields: { modifiedAt: value },
  })),
  ...[8.64e15 + 1, -8.64e15 - 1, 1e308, null, 'now', '0', [], {}, true].map((value) => ({
    name: `changed at ${JSON.stringify(value)}`,
    fields: { modifiedAt: value },
    code: bad,
  })),
]

const lengths: DraftCase[] = [
  { name: 'a message of 280', fields: { message: 'm'.repeat(280) } },
  { name: 'a message of 281', fields: { message: 'm'.repeat(281) }, code: bad },
  { name: 'a message of 280 pictures', fields: { message: '🚚'.repeat(280) } },
  { name: 'a message of 281 pictures', fields: { message: '🚚'.repeat(281) }, code: bad },
  { name: 'a message of 1 MiB', fields: { message: 'm'.repeat(2 ** 20) }, code: bad },
  { name: 'a message over the body limit', fields: { message: 'm'.repeat(9_000_000) }, code: 'body-too-large' },
  { name: 'a name of 200', fields: { emailTo: [{ email: 'a@b.example', name: 'n'.repeat(200) }] } },
  { name: 'a name of 201', fields: { emailTo: [{ email: 'a@b.example', name: 'n'.repeat(201) }] }, code: bad },
  { name: 'a fingerprint of 201', fields: { fingerprint: 'f'.repeat(201) }, code: bad },
  { name: 'an empty fingerprint', fields: { fingerprint: '' }, code: bad },
]

export const draftCases: DraftCase[] = [...sizes, ...sums, ...recipients, ...expiries, ...times, ...lengths]

/** Headers of a part of 4 KiB at the start of a larger file; `bytes` sends that many instead. */
export const partCases: Array<[name: string, headers: Record<string, string>, statuses: number[], bytes?: number]> = [
  ...['', ' ', '-1', '+0', '0x0', '1.5', '1e3', 'abc', '0,0', '0 0', '9'.repeat(17), '9007199254740993', '\u00b2'].map(
    (value): [string, Record<string, string>, number[]] => [
      `offset ${JSON.stringify(value)}`,
      { 'waybill-offset': value },
      [400],
    ],
  ),
  ...['1', '4095', '4097', '65535'].map((value): [string, Record<string, string>, number[]] => [
    `offset ${value}, between records`,
    { 'waybill-offset': value },
    [422],
  ]),
  ...['1048576', '1073741824', '4294967296', '9007199254740991'].map(
    (value): [string, Record<string, string>, number[]] => [
      `offset ${value}, beyond the end`,
      { 'waybill-offset': value },
      [422],
    ],
  ),
  ...['', '-1', '0x1', '1.0', '4294967296', 'deadbeef', 'NaN', '1e9'].map(
    (value): [string, Record<string, string>, number[]] => [
      `sum ${JSON.stringify(value)}`,
      { 'waybill-crc32': value },
      [400],
    ],
  ),
  ...['0', '1', '4294967295'].map((value): [string, Record<string, string>, number[]] => [
    `sum ${value}, which is wrong`,
    { 'waybill-crc32': value },
    [422],
  ]),
  ...[
    '',
    'Bearer',
    'Bearer ',
    'Basic dTpw',
    `Bearer ${'x'.repeat(43)}`,
    `bearer  ${'x'.repeat(43)}`,
    `Bearer ${'x'.repeat(300)}`,
    'Bearer null',
    'Bearer undefined',
    "Bearer ' or 1=1 --aaaaaaaaaaaaaaaaa",
    'Token abc',
  ].map((value): [string, Record<string, string>, number[]] => [
    `authorization ${JSON.stringify(value.slice(0, 30))}`,
    { authorization: value },
    [403],
  ]),
  ...[
    '',
    'application/json',
    'text/plain',
    'application/octet-stream; charset=utf-8',
    'Application/Octet-Stream',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/octet-stream, text/plain',
  ].map((value): [string, Record<string, string>, number[]] => [
    `type ${JSON.stringify(value)}`,
    { 'content-type': value },
    [415],
  ]),
  ['a part of no bytes', {}, [400], 0],
  ['a part of one byte', {}, [422], 1],
  ['a part of all but one byte', {}, [422], 16_383],
  ['a part larger than the file', {}, [422], 300_000],
]
