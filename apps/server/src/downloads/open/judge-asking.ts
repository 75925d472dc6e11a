import type { IncomingHttpHeaders } from 'node:http'
import type { Asking } from '@waybill/contract/tracking/evidence'

/** A client that resumes names the version of its partial file. */
const resuming = ['if-range', 'if-match', 'if-unmodified-since']
/** Only players send these: GStreamer, FFmpeg and VLC, Apple's, and those of TV devices. */
const playing = ['icy-metadata', 'x-playback-session-id', 'transfermode.dlna.org']
/** Chromium's media player wants unencoded bytes, and says so in exactly these words. */
const UNPACKED = /^identity;q=1, \*;q=0$/
const MEDIA = /^(audio|video)$/

/** How a download was requested, which distinguishes a program that downloads from one that looks into a file. */
export function judgeAsking(headers: IncomingHttpHeaders, startsAt: number): Asking {
  const destination = headers['sec-fetch-dest']
  const isMedia = MEDIA.test(`${destination}`) || UNPACKED.test(headers['accept-encoding'] ?? '')
  if (isMedia || playing.some((name) => name in headers)) return 'looking'
  if (resuming.some((name) => name in headers)) return 'resumed'
  if (headers.range === undefined) return 'whole'
  // A browser that continues a download names its version.
  return startsAt === 0 || destination !== undefined ? 'looking' : 'ranged'
}
