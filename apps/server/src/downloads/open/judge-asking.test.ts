import type { IncomingHttpHeaders } from 'node:http'
import type { Asking } from '@waybill/contract/tracking/evidence'
import { expect, test } from 'vitest'
import { judgeAsking } from './judge-asking.ts'

const CHROMIUM_MEDIA = { 'accept-encoding': 'identity;q=1, *;q=0' }

test.each<[string, IncomingHttpHeaders, number, Asking]>([
  ['a program that fetches', { accept: '*/*' }, 0, 'whole'],
  ['wget, which wants bytes as they are', { 'accept-encoding': 'identity' }, 0, 'whole'],
  ['a browser that downloads', { 'sec-fetch-dest': 'document' }, 0, 'whole'],
  ['curl -C -', { range: 'bytes=500-' }, 500, 'ranged'],
  ['aria2', { range: 'bytes=500-999' }, 500, 'ranged'],
  ['Chromium, going on', { range: 'bytes=500-', 'if-range': '"a"', 'sec-fetch-dest': 'empty' }, 500, 'resumed'],
  ['Firefox, going on', { range: 'bytes=500-', 'if-match': '"a"', 'sec-fetch-dest': 'document' }, 500, 'resumed'],
  [
    'a browser that asks for a range and names no version',
    { range: 'bytes=500-', 'sec-fetch-dest': 'empty' },
    500,
    'looking',
  ],
  ['a player', { range: 'bytes=0-' }, 0, 'looking'],
  ["Apple's player", { range: 'bytes=0-1' }, 0, 'looking'],
  [
    "Apple's player, further on",
    { range: 'bytes=500-', 'x-playback-session-id': 'a', 'if-range': '"a"' },
    500,
    'looking',
  ],
  ["Chromium's player", { range: 'bytes=500-', ...CHROMIUM_MEDIA }, 500, 'looking'],
  ['GStreamer', { 'icy-metadata': '1' }, 0, 'looking'],
  ['a television', { 'transfermode.dlna.org': 'Streaming' }, 0, 'looking'],
])('%s', (_name, headers, startsAt, asking) => {
  expect(judgeAsking(headers, startsAt)).toBe(asking)
})
