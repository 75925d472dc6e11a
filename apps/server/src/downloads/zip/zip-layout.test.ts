import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutZip, type ZipLayout, type ZipRange, type ZipSource } from './zip-layout.ts'
import { streamZip } from './zip-stream.ts'

const contentOf = (bytes: number, seed: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 31 + seed * 7) & 0xff))

interface Made {
  sources: ZipSource[]
  layout: ZipLayout
  read(range: ZipRange): Promise<Buffer>
}

/** Files whose contents are end to end in objects of `perBlob` files each. */
function make(sizes: readonly number[], perBlob = 3): Made {
  const contents = sizes.map(contentOf)
  const sources = contents.map((content, i) => ({
    id: `f${i}`,
    path: `folder ${i % 2}/file ${i}.bin`,
    bytes: content.length,
    crc32: crc32(content),
    modifiedAt: new Date(Date.UTC(2025, 2, 3, 4, 5, i)),
  }))
  const blobs = new Map<string, Buffer>()
  const places = contents.map((content, i) => {
    const blob = `b${Math.floor(i / perBlob)}`
    const before = blobs.get(blob) ?? Buffer.alloc(0)
    blobs.set(blob, Buffer.concat([before, content]))
    return { blob, at: before.length }
  })
  const layout = layOutZip(sources)
  const read = async (range: ZipRange) => {
    const chunks: Buffer[] = []
    const placeOf = (file: number) => places[file] as { blob: string; at: number }
    const open = (blob: string, offset: number, bytes: number) => sliced(blobs.get(blob) as Buffer, offset, bytes)
    for await (const { bytes } of streamZip({ layout, range, placeOf, read: open })) chunks.push(Buffer.from(bytes))
    return Buffer.concat(chunks)
  }
  return { sources, layout, read }
}

/** A stream of the slice in uneven chunks. */
function sliced(content: Buffer, offset: number, bytes: number): Readable {
  function* chunks() {
    for (let at = offset; at < offset + bytes; at += 7) yield content.subarray(at, Math.min(at + 7, offset + bytes))
  }
  return Readable.from(chunks(), { objectMode: false })
}

const sizes = fc.array(fc.oneof(fc.constant(0), fc.nat(40)), { maxLength: 9 })

describe('layOutZip', () => {
  it('returns any range as the slice of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(4), fc.nat(), fc.nat(), async (some, perBlob, a, b) => {
        const { layout, read } = make(some, perBlob + 1)
        const whole = await read({ from: 0, to: layout.bytes })
        expect(whole.length).toBe(layout.bytes)
        const [from = 0, to = 0] = [a % (layout.bytes + 1), b % (layout.bytes + 1)].toSorted((x, y) => x - y)
        expect((await read({ from, to })).equals(whole.subarray(from, to))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('knows every range of every file, so that pieces in any order cover each file exactly', () => {
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(), { maxLength: 6 }), (some, cuts) => {
        const { layout, sources } = make(some)
        const points = [0, ...cuts.map((at) => at % (layout.bytes + 1)), layout.bytes].toSorted((x, y) => x - y)
        const seen = sources.map(() => ({ bytes: 0, times: 0, next: 0 }))
        for (let i = 1; i < points.length; i++) {
          for (const passage of layout.passages({ from: points[i - 1] as number, to: points[i] as number })) {
            const file = seen[passage.file] as (typeof seen)[number]
            expect(passage.from).toBe(file.next)
            file.next = passage.to
            file.bytes += passage.to - passage.from
            file.times++
          }
        }
        expect(seen.map(({ bytes }) => bytes)).toEqual(some)
        for (const [i, bytes] of some.entries()) if (bytes === 0) expect(seen[i]?.times).toBe(1)
      }),
      { numRuns: 400 },
    )
  })

  it('is the same at every call, and different where anything differs', () => {
    const first = make([3, 0, 9])
    expect(layOutZip(first.sources).etag).toBe(first.layout.etag)
    expect(first.layout.etag).toMatch(/^"[\w-]{32}"$/)
    const tags = [
      layOutZip(first.sources.toReversed()),
      layOutZip(first.sources.slice(1)),
      layOutZip(first.sources.map((source) => ({ ...source, id: `${source.id}x` }))),
      layOutZip(first.sources.map((source) => ({ ...source, path: `${source.path}x` }))),
      layOutZip(first.sources.map((source) => ({ ...source, modifiedAt: new Date(0) }))),
    ].map(({ etag }) => etag)
    expect(new Set([...tags, first.layout.etag]).size).toBe(6)
  })

  it('never contains a name that climbs, is absolute, or clashes', async () => {
    const paths = [
      '../../etc/passwd',
      '/etc/passwd',
      'C:\\a.txt',
      'a\\..\\b',
      'A.txt',
      'a.txt',
      'x',
      'x/y',
      'a\0b\r\nc',
      '..',
    ]
    const layout = layOutZip(
      paths.map((path, i) => ({ id: `${i}`, path, bytes: 0, crc32: 0, modifiedAt: new Date(0) })),
    )
    const names: string[] = []
    for (const segment of layout.segments({ from: 0, to: layout.bytes })) {
      if (segment.kind !== 'made' || segment.bytes.readUInt32LE(0) !== 0x0403_4b50) continue
      names.push(segment.bytes.subarray(30, 30 + segment.bytes.readUInt16LE(26)).toString())
    }
    expect(names).toHaveLength(paths.length)
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(paths.length)
    for (const name of names) expect(name).not.toMatch(/^\/|(^|\/)\.\.(\/|$)|\\|^[a-z]:|\p{Cc}/iu)
  })

  it('uses zip64 where necessary and nowhere else', () => {
    const source = (i: number, bytes: number): ZipSource => ({
      id: `f${i}`,
      path: `${i}`,
      bytes,
      crc32: 1,
      modifiedAt: new Date(0),
    })
    const headers = (layout: ZipLayout) => {
      const made: Buffer[] = []
      for (const segment of layout.segments({ from: 0, to: layout.bytes })) {
        if (segment.kind === 'made') made.push(segment.bytes)
      }
      return Buffer.concat(made)
    }
    const end64 = Buffer.from('PK\x06\x06', 'latin1')
    const zip64Field = Buffer.from([0x01, 0x00, 0x10, 0x00])
    const GIB4 = 2 ** 32

    const justBelow = headers(layOutZip([source(0, GIB4 - 2)]))
    expect(justBelow.includes(zip64Field)).toBe(false)
    // The directory is beyond 4 GiB though the file's own size still fits.
    expect(justBelow.includes(end64)).toBe(true)
    expect(headers(layOutZip([source(0, GIB4 - 1)])).includes(zip64Field)).toBe(true)

    const far = headers(layOutZip([source(0, GIB4 - 200), source(1, 5), source(2, 300), source(3, 0)]))
    expect(far.includes(zip64Field)).toBe(false)
    const offsetField = Buffer.from([0x01, 0x00, 0x08, 0x00])
    expect(far.indexOf(offsetField)).toBe(far.lastIndexOf(offsetField))
    expect(far.includes(end64)).toBe(true)

    expect(headers(layOutZip([source(0, 1_000), source(1, 2_000)])).includes(end64)).toBe(false)
    const many = (count: number) => headers(layOutZip(Array.from({ length: count }, (_, i) => source(i, 0))))
    expect(many(65_534).includes(end64)).toBe(false)
    expect(many(65_535).includes(end64)).toBe(true)
  })
})

describe('streamZip', () => {
  const failing = async (open: (offset: number, bytes: number) => Readable) => {
    const { layout, sources } = make([30, 30, 30], 1)
    let opened: Readable[] = []
    const stream = streamZip({
      layout,
      range: { from: 0, to: layout.bytes },
      placeOf: (file) => ({ blob: `b${file}`, at: 0 }),
      read: (blob, offset, bytes) => {
        const source = blob === 'b1' ? open(offset, bytes) : sliced(contentOf(30, 0), offset, bytes)
        opened = [...opened, source]
        return source
      },
    })
    let bytes = 0
    const reading = (async () => {
      for await (const piece of stream) bytes += piece.bytes.length
    })()
    await expect(reading).rejects.toThrow()
    await new Promise(setImmediate)
    expect(opened.every(({ destroyed }) => destroyed)).toBe(true)
    expect(bytes).toBeLessThan(layout.bytes - (sources[2]?.bytes ?? 0))
  }

  it('throws where a source fails, and frees the others', async () => {
    await failing(() => {
      const source = new Readable({ read() {} })
      source.push(Buffer.alloc(4))
      setImmediate(() => source.destroy(new Error('disk gone')))
      return source
    })
  })

  it('throws where a source ends early', async () => {
    await failing((offset, bytes) => sliced(contentOf(30, 1), offset, bytes - 1))
  })

  it('frees every source when the reader leaves', async () => {
    const { layout } = make([30, 30, 30, 30], 1)
    const opened: Readable[] = []
    const stream = streamZip({
      layout,
      range: { from: 0, to: layout.bytes },
      placeOf: (file) => ({ blob: `b${file}`, at: 0 }),
      read: (_blob, offset, bytes) => {
        const source = sliced(contentOf(30, 0), offset, bytes)
        opened.push(source)
        return source
      },
    })
    for await (const piece of stream) if (piece.bytes.length > 0 && opened.length > 1) break
    await new Promise(setImmediate)
    expect(opened.length).toBeGreaterThan(1)
    expect(opened.every(({ destroyed }) => destroyed)).toBe(true)
  })
})
