import { join, resolve } from 'node:path'
import {
  DEFAULT_REGION,
  isRegion,
  type MapPoint,
  type Region,
  regionPlaces,
  regions,
} from '@waybill/contract/uploads/regions'
import { ConfigError } from './config-error.ts'
import type { Get } from './env.ts'
import { readS3, type S3Settings } from './s3-settings.ts'

export type StorageSettings = { kind: 'disk'; dir: string } | ({ kind: 's3' } & S3Settings)

/** A store that new files may go to. */
export interface NamedStore {
  /** What rows call it; ids of disk stores are 'disk' or begin with 'disk-', and only theirs. */
  id: string
  region: Region
  place: MapPoint
  storage: StorageSettings
}

export interface StoresSettings {
  /** The stores for new files; the first is the default. */
  stores: readonly [NamedStore, ...NamedStore[]]
}

/** The fields of an S3 store in STORES, and the variables with the same meaning. */
const s3Fields = {
  endpoint: 'S3_ENDPOINT',
  bucket: 'S3_BUCKET',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  s3Region: 'S3_REGION',
  pathStyle: 'S3_PATH_STYLE',
  sse: 'S3_SSE',
  sseKeyId: 'S3_SSE_KEY_ID',
  stsRole: 'S3_STS_ROLE',
  stsEndpoint: 'S3_STS_ENDPOINT',
} as const
const commonFields = ['id', 'region', 'place', 'adapter']
const fieldsOf = { disk: ['dir'], s3: Object.keys(s3Fields) }

type Entry = Record<string, unknown>

/**
 * The stores for new files, the first of which is the default: those of STORES, or the one of the S3 variables or the
 * data folder. Throws ConfigError with a sentence that names the store at fault and never holds a secret.
 */
export function readStores(get: Get, dataDir: string): StoresSettings {
  return { stores: listStores(get, dataDir) }
}

function listStores(get: Get, dataDir: string): [NamedStore, ...NamedStore[]] {
  const text = get('STORES')
  const s3 = readS3(get)
  if (text === undefined) return [onlyStore(s3, dataDir)]
  if (s3 !== null) fail('is set, and the S3 variables are too. Name that store in STORES, and remove them.')
  const [first, ...others] = parseEntries(text).map((entry, nth) => readEntry(entry, nth, dataDir))
  if (first === undefined) fail('must hold at least one store.')
  const stores: [NamedStore, ...NamedStore[]] = [first, ...others]
  requireDifferent(stores)
  return stores
}

function onlyStore(s3: S3Settings | null, dataDir: string): NamedStore {
  const storage: StorageSettings = s3 ? { kind: 's3', ...s3 } : { kind: 'disk', dir: join(dataDir, 'blobs') }
  return { id: s3?.id ?? 'disk', region: DEFAULT_REGION, place: regionPlaces[DEFAULT_REGION], storage }
}

function fail(reason: string): never {
  throw new ConfigError('STORES', reason)
}

function parseEntries(text: string): Entry[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    fail('must be a list of stores in JSON.')
  }
  const isList = Array.isArray(parsed) && parsed.every((one) => one !== null && typeof one === 'object')
  if (!isList) fail('must be a list of stores in JSON.')
  return parsed as Entry[]
}

function readEntry(entry: Entry, nth: number, dataDir: string): NamedStore {
  const { id, region, adapter } = entry
  if (typeof id !== 'string' || !/^[a-z0-9-]{1,32}$/.test(id))
    fail(`must give store ${nth + 1} an "id" of up to 32 of a-z, 0-9 and '-'.`)
  const of = `the store '${id}'`
  if (adapter !== 'disk' && adapter !== 's3') fail(`must give ${of} an "adapter": disk or s3.`)
  if ((adapter === 'disk') !== /^disk(?:-|$)/.test(id))
    fail(`must call a store on disk 'disk' or 'disk-…', and no other one; ${of} is not called so.`)
  const odd = Object.keys(entry).find((field) => ![...commonFields, ...fieldsOf[adapter]].includes(field))
  if (odd !== undefined) fail(`gives ${of} "${odd}", which a store with the adapter ${adapter} has not.`)
  if (typeof region !== 'string' || !isRegion(region)) fail(`must give ${of} a "region" of ${regions.join(', ')}.`)
  const storage = adapter === 's3' ? readS3Entry(entry, id) : readDiskEntry(entry, id, dataDir)
  return { id, region, place: readPlace(entry.place, of) ?? regionPlaces[region], storage }
}

function readPlace(place: unknown, of: string): MapPoint | null {
  if (place === undefined) return null
  const [latitude, longitude, ...more] = Array.isArray(place) ? place : []
  const isPoint = isWithin(latitude, 90) && isWithin(longitude, 180) && more.length === 0
  if (!isPoint) fail(`must give ${of} a "place" like [22.3, 114.2], latitude and longitude in degrees.`)
  return { latitude, longitude }
}

const isWithin = (degrees: unknown, most: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= most

/** The store 'disk' is the data folder's, which the server always has. */
function readDiskEntry({ dir }: Entry, id: string, dataDir: string): StorageSettings {
  const own = id === 'disk' ? join(dataDir, 'blobs') : join(dataDir, 'stores', id)
  if (dir === undefined) return { kind: 'disk', dir: own }
  if (typeof dir !== 'string' || dir.trim() === '') fail(`must give the store '${id}' a "dir" that is a folder.`)
  if (id === 'disk') fail('gives the store \'disk\' a "dir", but it is always in the data folder.')
  return { kind: 'disk', dir: resolve(dir) }
}

function readS3Entry(entry: Entry, id: string): StorageSettings {
  const given = new Map<string, string>([['S3_STORE_ID', id]])
  for (const [field, name] of Object.entries(s3Fields)) {
    const value = entry[field]
    if (value !== undefined && typeof value !== 'string' && typeof value !== 'boolean')
      fail(`must give the store '${id}' a "${field}" that is a text.`)
    const text = `${value ?? ''}`.trim()
    if (text !== '') given.set(name, text)
  }
  try {
    return { kind: 's3', ...(readS3((name) => given.get(name)) as S3Settings) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    fail(`is wrong about the store '${id}': ${inFields(error.message)}`)
  }
}

/** The sentence about a variable, as one about the field of an entry. */
function inFields(sentence: string): string {
  const fields = [...Object.entries(s3Fields), ['id', 'S3_STORE_ID'] as const]
  const longestFirst = fields.toSorted(([, one], [, other]) => other.length - one.length)
  return longestFirst.reduce((text, [field, name]) => text.replaceAll(name, field), sentence)
}

function requireDifferent(stores: readonly NamedStore[]): void {
  const places = new Map<string, string>()
  const ids = new Set<string>()
  for (const { id, storage } of stores) {
    if (ids.has(id)) fail(`names the store '${id}' twice.`)
    ids.add(id)
    const where = storage.kind === 'disk' ? storage.dir : `${storage.endpoint} ${storage.bucket}`
    const other = places.get(where)
    if (other !== undefined) fail(`keeps the stores '${other}' and '${id}' in the same place.`)
    places.set(where, id)
  }
}
