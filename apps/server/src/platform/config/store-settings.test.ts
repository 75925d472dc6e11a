import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const bucket = {
  id: 'frankfurt',
  region: 'eu-central-1',
  adapter: 's3',
  endpoint: 'https://s3.example.com',
  bucket: 'waybill',
  accessKeyId: 'key',
  secretAccessKey: 'hidden',
}
const role = 'arn:aws:iam::123456789012:role/uploads'
const disk = { id: 'disk', region: 'cn-hongkong', adapter: 'disk' }
const read = (stores: unknown, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: '/srv/data', STORES: typeof stores === 'string' ? stores : JSON.stringify(stores), ...more })

test('reads stores in their order; the first is the default', () => {
  const { stores } = read([
    { ...bucket, place: [50, 8.5], s3Region: 'eu', pathStyle: false, stsRole: role },
    disk,
    { ...disk, id: 'disk-2', region: 'us-west-1' },
    { ...disk, id: 'disk-3', dir: '/mnt/files' },
  ])
  expect(stores).toEqual([
    {
      ...{ id: 'frankfurt', region: 'eu-central-1', place: { latitude: 50, longitude: 8.5 } },
      storage: {
        ...{ kind: 's3', id: 'frankfurt', endpoint: 'https://s3.example.com', region: 'eu', bucket: 'waybill' },
        ...{
          accessKeyId: 'key',
          secretAccessKey: 'hidden',
          pathStyle: false,
          sse: 'none',
          sseKeyId: null,
          stsRole: { arn: role, endpoint: 'https://s3.example.com' },
        },
      },
    },
    { id: 'disk', region: 'cn-hongkong', place: expect.anything(), storage: { kind: 'disk', dir: '/srv/data/blobs' } },
    expect.objectContaining({ id: 'disk-2', storage: { kind: 'disk', dir: '/srv/data/stores/disk-2' } }),
    expect.objectContaining({ id: 'disk-3', storage: { kind: 'disk', dir: '/mnt/files' } }),
  ])
})

test.each<[unknown, string]>([
  ['{', 'must be a list of stores in JSON.'],
  [[null], 'must be a list of stores in JSON.'],
  [[], 'must hold at least one store.'],
  [[{ ...disk, id: 'A' }], 'must give store 1 an "id" of up to 32 of a-z, 0-9 and \'-\'.'],
  [[disk, disk], "names the store 'disk' twice."],
  [[{ ...disk, adapter: 'ftp' }], 'must give the store \'disk\' an "adapter": disk or s3.'],
  [
    [{ ...disk, id: 'here' }],
    "must call a store on disk 'disk' or 'disk-…', and no other one; the store 'here' is not called so.",
  ],
  [
    [{ ...bucket, id: 'disk-4' }],
    "must call a store on disk 'disk' or 'disk-…', and no other one; the store 'disk-4' is not called so.",
  ],
  [[{ ...disk, bucket: 'x' }], 'gives the store \'disk\' "bucket", which a store with the adapter disk has not.'],
  [[{ ...disk, dir: '/x' }], 'gives the store \'disk\' a "dir", but it is always in the data folder.'],
  [
    [{ ...disk, place: [91, 0] }],
    'must give the store \'disk\' a "place" like [22.3, 114.2], latitude and longitude in degrees.',
  ],
  [
    [{ ...bucket, secretAccessKey: undefined }],
    "is wrong about the store 'frankfurt': secretAccessKey is missing while endpoint is set. S3 needs endpoint, bucket, accessKeyId and secretAccessKey.",
  ],
  [
    [{ id: 'frankfurt', region: 'eu-central-1', adapter: 's3' }],
    "is wrong about the store 'frankfurt': endpoint is missing while id is set. S3 needs endpoint, bucket, accessKeyId and secretAccessKey.",
  ],
  [[bucket, { ...bucket, id: 'again' }], "keeps the stores 'frankfurt' and 'again' in the same place."],
])('refuses %j with a sentence', (stores, sentence) => {
  expect(() => read(stores)).toThrow(`STORES ${sentence}`)
})

test('refuses an unknown region, and names those there are', () => {
  expect(() => read([{ ...disk, region: 'moon' }])).toThrow(
    /^STORES must give the store 'disk' a "region" of cn-hongkong, cn-beijing, /,
  )
})

test('refuses stores beside the variables of one store', () => {
  expect(() => read([disk], { S3_BUCKET: 'x' })).toThrow('S3_ENDPOINT is missing while S3_BUCKET is set.')
  const s3 = { S3_ENDPOINT: 'http://a', S3_BUCKET: 'waybill', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  expect(() => read([disk], s3)).toThrow('STORES is set, and the S3 variables are too.')
})
