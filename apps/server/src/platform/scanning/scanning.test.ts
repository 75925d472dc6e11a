/** Only a whole 'stream: OK' about everything is clean. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EICAR, FakeClamd, type Manner } from '../../../test/storage/fake-clamd.ts'
import { ArchiveWatch } from './archive-watch.ts'
import { readScannerVersion, scanStream } from './clamd.ts'
import { verdictOf } from './verdict.ts'

const clamd = new FakeClamd()
let at: { host: string; port: number }
beforeAll(async () => {
  at = { host: '127.0.0.1', port: await clamd.listen() }
})
afterAll(() => clamd.close())

const PATIENCE_MS = 300
const bytes = (content: Buffer, size = 7) =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / size) }, (_, nth) =>
      content.subarray(nth * size, (nth + 1) * size),
    ),
  )
const scan = (manner: Manner, content: Buffer, size?: number) => {
  clamd.manner = manner
  return scanStream(at, bytes(content, size), PATIENCE_MS)
}

describe('a conversation with clamd', () => {
  test('sends everything, however it is cut', async () => {
    expect(await scan('sound', EICAR, 1)).toBe('stream: Eicar-Test FOUND')
    expect(await scan('sound', Buffer.concat([Buffer.alloc(900_000), EICAR]), 600_000)).toBe('stream: Eicar-Test FOUND')
    expect(await scan('sound', Buffer.from('harmless'))).toBe('stream: OK')
    expect(await scan('sound', Buffer.alloc(0))).toBe('stream: OK')
    expect(await readScannerVersion(at, PATIENCE_MS)).toBe(clamd.version)
  })

  test.each(['away', 'dies', 'cut', 'silent', 'chatty'] as const)(
    'takes no verdict from one that is %s',
    async (manner) => {
      await expect(scan(manner, Buffer.from('harmless'))).rejects.toThrow(
        expect.objectContaining({ name: 'ScannerAway', wasReached: true }),
      )
    },
  )

  test('takes no OK before everything was sent', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    clamd.manner = 'early'
    await expect(scanStream(at, endless, PATIENCE_MS)).rejects.toThrow('before it had everything')
    expect(endless.destroyed).toBe(true)
  })

  test('reads the refusal of a longer stream', async () => {
    expect(verdictOf(await scan('limit', Buffer.from('long')))).toEqual({ state: 'not-scanned', because: 'too-large' })
  })

  test('says that nobody listens', async () => {
    const gone = new FakeClamd()
    const port = await gone.listen()
    gone.close()
    const away = expect.objectContaining({ name: 'ScannerAway', wasReached: false })
    await expect(scanStream({ host: '127.0.0.1', port }, bytes(EICAR), PATIENCE_MS)).rejects.toThrow(away)
    await expect(readScannerVersion({ host: '127.0.0.1', port })).rejects.toThrow(away)
  })

  test('passes the error of the bytes on', async () => {
    clamd.manner = 'sound'
    const broken = new Readable({
      read() {
        this.destroy(new Error('the store is away'))
      },
    })
    await expect(scanStream(at, broken, PATIENCE_MS)).rejects.toThrow('the store is away')
  })
})

test.each([
  ['stream: OK', 'clean', undefined],
  ['stream: Win.Test.EICAR_HDB-1 FOUND', 'infected', 'Win.Test.EICAR_HDB-1'],
  ['stream: Heuristics.Encrypted.Zip FOUND', 'not-scanned', 'encrypted'],
  ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'not-scanned', 'too-large'],
  ['INSTREAM size limit exceeded. ERROR', 'not-scanned', 'too-large'],
  ['stream: Can’t allocate memory ERROR', 'not-scanned', 'unavailable'],
  ['stream: OK ', 'not-scanned', 'unavailable'],
  ['OK', 'not-scanned', 'unavailable'],
  ['', 'not-scanned', 'unavailable'],
  ['stream:  FOUND', 'not-scanned', 'unavailable'],
])('%j means %s', (answer, state, more) => {
  const verdict = verdictOf(answer)
  expect([
    verdict.state,
    'finding' in verdict ? verdict.finding : 'because' in verdict ? verdict.because : undefined,
  ]).toEqual([state, more])
})

/** An entry of a zip's directory. */
function entry({ isEncrypted = false, unpacked = 10 }: { isEncrypted?: boolean; unpacked?: number }): Buffer {
  const made = Buffer.alloc(46)
  made.write('PK\x01\x02', 'latin1')
  made.writeUInt16LE(isEncrypted ? 0x0801 : 0x0800, 8)
  made.writeUInt32LE(unpacked, 24)
  return made
}

describe('what clamd passes over in silence', () => {
  const noise = Buffer.from('PK\x03\x04 something PK PK\x01 packed ', 'latin1')
  const many = Array.from({ length: 5 }, () => entry({ unpacked: 900 }))
  test.each([
    ['plain bytes', [noise], null],
    ['a small member', [noise, entry({})], null],
    ['an encrypted member', [noise, entry({}), entry({ isEncrypted: true })], 'encrypted'],
    ['a member beyond the limit', [noise, entry({ unpacked: 1_001 })], 'too-large'],
    ['a member of 4 GB or more', [entry({ unpacked: 0xffff_ffff })], 'too-large'],
    ['members that are too large together', many, 'too-large'],
    ['members that just fit together', many.slice(0, 4), null],
    ['a sealed file', [Buffer.from('WBSEAL\x01'), noise], 'encrypted'],
  ])('sees %s, however the bytes are cut', (_what, parts, found) => {
    const whole = Buffer.concat([...parts, noise])
    for (const size of [1, 3, 27, 28, 29, 1_000]) {
      const watch = new ArchiveWatch(1_000)
      for (let at = 0; at < whole.length; at += size) watch.push(whole.subarray(at, at + size))
      expect([size, watch.found]).toEqual([size, found])
    }
  })
})
