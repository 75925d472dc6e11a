import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ByteWindow } from './ebml.ts'
import { mendMp4 } from './mp4.ts'
import { type Box, boxesIn, findBox, letters, makeBox, numbers, viewOf } from './mp4-boxes.ts'
import { readFragments } from './mp4-fragments.ts'

/** In fragments of half a second, as Safari writes them; e2e/fixtures/recordings/README.md says how they were made. */
const recorded = (name: string) =>
  new Blob([readFileSync(new URL(`../../../../../e2e/fixtures/recordings/${name}`, import.meta.url))], {
    type: name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4',
  })
const video = recorded('safari-video.mp4')
const memo = recorded('safari-memo.m4a')

interface ReadTrack {
  seconds: number
  frames: string[]
  keys: number[] | null
  /** The seconds that are not shown at its beginning. */
  skipped: number
}

/** What a player learns from the tables of a file. */
async function read(file: Blob): Promise<{ seconds: number; tracks: ReadTrack[] }> {
  const bytes = await file.bytes()
  const top = boxesIn(bytes)
  expect(top.map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
  expect(top.at(-1)?.to).toBe(bytes.length)
  const moov = top[1] as Box
  const mvhd = findBox(bytes, moov, 'mvhd') as Box
  const at = (place: number) => viewOf(bytes).getUint32(place)
  const traks = boxesIn(bytes, moov.from, moov.to).filter(({ type }) => type === 'trak')
  return { seconds: at(mvhd.from + 16) / at(mvhd.from + 12), tracks: traks.map((trak) => readTrack(bytes, trak)) }
}

function readTrack(bytes: Uint8Array, trak: Box): ReadTrack {
  const at = (place: number) => viewOf(bytes).getUint32(place)
  const mdhd = findBox(bytes, trak, 'mdia', 'mdhd') as Box
  const scale = at(mdhd.from + 12)
  const table = (type: string, each: number, header = 8): number[][] | null => {
    const box = findBox(bytes, trak, 'mdia', 'minf', 'stbl', type)
    if (box === null) return null
    const row = (nth: number) =>
      Array.from({ length: each }, (_, one) => at(box.from + header + (nth * each + one) * 4))
    return Array.from({ length: at(box.from + header - 4) }, (_, nth) => row(nth))
  }
  const sizes = (table('stsz', 1, 12) ?? []).map(([size = 0]) => size)
  const counts = table('stsc', 3) ?? []
  const places = (table('stco', 1) ?? []).flatMap(([place = 0], nth) => {
    const [, count = 0] = counts.findLast(([first = 0]) => first <= nth + 1) ?? []
    return Array.from({ length: count }, (_, one) => (one === 0 ? place : null))
  })
  let next = 0
  const frames = sizes.map((size, nth) => {
    const from = places[nth] ?? next
    next = from + size
    return Buffer.from(bytes.subarray(from, next)).toString('base64')
  })
  const seconds = (table('stts', 2) ?? []).reduce((sum, [count = 0, each = 0]) => sum + count * each, 0) / scale
  expect(at(mdhd.from + 16) / scale).toBe(seconds)
  expect(places).toHaveLength(sizes.length)
  const elst = findBox(bytes, trak, 'edts', 'elst') as Box
  const keys = table('stss', 1)?.map(([key = 0]) => key) ?? null
  return { seconds, frames, keys, skipped: at(elst.to - 8) / scale }
}

/** The frames of a stream, read from its fragments. */
async function framesOf(stream: Blob): Promise<string[][]> {
  const bytes = await stream.bytes()
  const { tracks } = (await readFragments(new ByteWindow(stream))) ?? { tracks: [] }
  return tracks.map(({ frames }) =>
    frames.map((frame) => Buffer.from(bytes.subarray(frame.from, frame.from + frame.bytes)).toString('base64')),
  )
}

describe('mendMp4', () => {
  test('gives a recording in fragments its length and tables of every frame', async () => {
    expect(Buffer.from(await video.bytes()).includes('moof')).toBe(true)
    const file = await mendMp4(video)
    expect(file.type).toBe('video/mp4')
    const { seconds, tracks } = await read(file)
    expect(seconds).toBe(4)
    // A keyframe each two seconds, of sixty; and the sound, whose first 64 ms the encoder made up.
    expect(tracks).toMatchObject([
      { seconds: 4, keys: [1, 31], skipped: 0 },
      { seconds: 4.064, keys: null, skipped: 0.064 },
    ])
    expect(tracks.map(({ frames }) => frames.length)).toEqual([60, 64])
    expect(tracks.map(({ frames }) => frames)).toEqual(await framesOf(video))
  })

  test('does so for a voice memo', async () => {
    const file = await mendMp4(memo)
    expect(file.type).toBe('audio/mp4')
    expect(await read(file)).toMatchObject({ seconds: 3, tracks: [{ seconds: 3.064, skipped: 0.064 }] })
  })

  test('is the same each time, and leaves what is no stream as it is', async () => {
    const once = await (await mendMp4(video)).bytes()
    expect(Buffer.from(await (await mendMp4(video)).bytes()).equals(once)).toBe(true)
    for (const whole of [new Blob([once]), new Blob(['no recording']), new Blob([]), new Blob([new Uint8Array(40)])])
      expect(await mendMp4(whole)).toBe(whole)
  })

  test('leaves out what a crash cut off, wherever it did', async () => {
    const bytes = await video.bytes()
    const full = await framesOf(video)
    let mended = 0
    for (let length = 1; length < bytes.length; length += 53) {
      const stream = new Blob([bytes.subarray(0, length)])
      const file = await mendMp4(stream)
      if (file === stream) continue
      mended += 1
      const { tracks } = await read(file)
      for (const { frames } of tracks)
        expect(full.some((all) => frames.every((frame, nth) => frame === all[nth]))).toBe(true)
    }
    expect(mended).toBeGreaterThan(400)
  })

  test('a fragment says when it begins: the frame before it lasts until then, and tracks keep their distance', async () => {
    const bytes = await video.bytes()
    const moved = bytes.slice()
    const moofs = boxesIn(moved).filter(({ type }) => type === 'moof')
    for (const [nth, moof] of moofs.entries()) {
      const [picture] = boxesIn(moved, moof.from, moof.to).filter(({ type }) => type === 'traf')
      const tfdt = picture && findBox(moved, picture, 'tfdt')
      if (!tfdt) continue
      const view = viewOf(moved)
      // The picture begins half a second late, and from the third fragment on a second.
      const late = BigInt(nth < 2 ? 7_680 : 15_360)
      view.setBigUint64(tfdt.from + 4, view.getBigUint64(tfdt.from + 4) + late)
    }
    const { seconds, tracks } = await read(await mendMp4(new Blob([moved])))
    expect(tracks.map((track) => track.seconds)).toEqual([4.5, 4.064])
    expect(seconds).toBe(5)
  })

  test('does not hang on a run that promises more frames than it has', async () => {
    const bytes = (await memo.bytes()).slice()
    const place = Buffer.from(bytes).indexOf('trun')
    viewOf(bytes).setUint32(place + 8, 0xffff_ffff)
    expect((await mendMp4(new Blob([bytes]))).size).toBeLessThan(bytes.length * 2)
  })
})

test('boxes may have large sizes, or none', () => {
  const large = Buffer.concat([numbers([1]), letters('free'), numbers([0, 20, 7])])
  const open = Buffer.concat([numbers([0]), letters('mdat'), numbers([1, 2])])
  const all = Buffer.concat([large, makeBox('skip', numbers([1])), open])
  expect(boxesIn(all).map(({ type, from, to }) => [type, from, to])).toEqual([
    ['free', 16, 20],
    ['skip', 28, 32],
    ['mdat', 40, 48],
  ])
})
