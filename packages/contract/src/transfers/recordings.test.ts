import { expect, test } from 'vitest'
import { hasPiracyMarker } from '../uploads/piracy-markers.ts'
import { isRecordingFull, mediaTypeOf, recordingKind, recordingName, recordingsAmong } from './recordings.ts'

const startedAt = new Date(2026, 10, 23, 10, 15, 0)

test.each([
  ['video', 'video/webm;codecs=vp8,opus', 'video-20261123-101500.webm', 'video/webm'],
  ['video', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video-20261123-101500.mp4', 'video/mp4'],
  ['memo', 'audio/webm;codecs=opus', 'memo-20261123-101500.webm', 'audio/webm'],
  ['memo', 'audio/mp4', 'memo-20261123-101500.m4a', 'audio/mp4'],
] as const)('names a %s of %s by what was recorded', (kind, mimeType, name, type) => {
  expect(recordingName(kind, startedAt, mimeType)).toBe(name)
  expect(recordingKind(name)).toBe(kind)
  expect(mediaTypeOf(name)).toBe(type)
})

test('recognises a recording by its whole name', () => {
  expect(recordingKind('video-20261123-101500-2.webm')).toBe('video')
  for (const path of [
    'folder/video-20261123-101500.webm',
    'video-20261123-101500.webm.exe',
    'my-video-20261123-101500.webm',
    'video-20261123.webm',
    'memo-20261123-101500.html',
    '',
  ])
    expect(recordingKind(path)).toBeNull()
})

test('gives a type to webm and mp4 alone', () => {
  expect(mediaTypeOf('holiday.MP4')).toBe('video/mp4')
  expect(mediaTypeOf('folder/talk.webm')).toBe('video/webm')
  expect(mediaTypeOf('song.m4a')).toBe('audio/mp4')
  for (const path of ['page.html', 'drawing.svg', 'webm', 'a.webm.html', 'a.mp4 ', 'a.mkv', 'a.mp3'])
    expect(mediaTypeOf(path)).toBeNull()
})

test('finds every video and the first memo', () => {
  const files = ['a.txt', 'video-20261123-101500.webm', 'memo-20261123-101501.webm', 'memo-20261123-101502.m4a'].map(
    (path) => ({ path }),
  )
  expect(recordingsAmong(files)).toEqual({ videos: [files[1]], memo: files[2] })
  expect(recordingsAmong([])).toEqual({ videos: [], memo: null })
})

test('no name of a recording looks like a pirated film', () => {
  for (let hour = 0; hour < 24; hour++)
    for (let minute = 0; minute < 60; minute++) {
      const name = recordingName('video', new Date(2026, 9, 4, hour, minute, 20), 'video/mp4')
      expect(hasPiracyMarker(name), name).toBe(false)
    }
})

test.each([
  [999_999_999, 599_999, false],
  [1_000_000_000, 0, true],
  [1_000_000_001, 1, true],
  [0, 600_000, true],
  [5, 600_400, true],
])('a recording of %i bytes and %i ms is full: %s', (bytes, elapsedMs, isFull) => {
  expect(isRecordingFull({ bytes, elapsedMs })).toBe(isFull)
})
