import type { ArrivalNews } from '@waybill/contract/transfers/arrival'
import { expect, test } from 'vitest'
import { ArrivalReading } from './shared-arrivals.ts'

const news: ArrivalNews = {
  ...{ state: 'arriving', filesThere: 1, fileCount: 3, arrivedBytes: 100, totalBytes: 1_000, brokeOffAt: null },
  files: [
    { id: 'a', arrival: { state: 'arriving', bytes: 50, isReadable: true } },
    { id: 'b', arrival: { state: 'arriving', bytes: 0, isReadable: false } },
  ],
}
const readingOf = (now: Partial<ArrivalNews> = {}) => new ArrivalReading({ ...news, ...now }, null, 0)
const said = (event: string) => (event.startsWith(':') ? null : JSON.parse(event.slice(event.indexOf('data: ') + 6)))

test('tells a new follower of every file, and others of the files that have changed', () => {
  const [first, second] = news.files
  if (!first || !second) throw new Error('no files')
  expect(said(readingOf().eventSince(null))).toEqual(news)
  const grown = { id: 'a', arrival: { state: 'arriving' as const, bytes: 90, isReadable: true } }
  expect(said(readingOf({ arrivedBytes: 140, files: [grown, second] }).eventSince(readingOf())).files).toEqual([grown])
  expect(said(readingOf({ arrivedBytes: 150, filesThere: 2, files: [second] }).eventSince(readingOf())).files).toEqual([
    { id: 'a' },
  ])
})

test('tells of bytes that change no file, since they came after a gap or inside a pack', () => {
  expect(said(readingOf({ arrivedBytes: 300 }).eventSince(readingOf()))).toMatchObject({ arrivedBytes: 300, files: [] })
})

test('tells of a break, and nothing where nothing has changed', () => {
  expect(said(readingOf({ state: 'broken' }).eventSince(readingOf()))).toMatchObject({ state: 'broken' })
  expect(said(readingOf().eventSince(readingOf()))).toBeNull()
})
