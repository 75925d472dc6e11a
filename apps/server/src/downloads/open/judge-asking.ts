import type { IncomingHttpHeaders } from 'node:http'
import type { Asking } from '@waybill/contract/tracking/evidence'

/** Who resumes names the version they have a part of. */
const resuming = ['if-range', 'if-match', 'if-unmodified-since']
/** Sent by players alone: GStreamer, FFmpeg and VLC, Apple's, and those of the living room. */
const playing = ['icy-metadata', 'x-playback-session-id', 'transfermode.dlna.org']
/** Chromium's media want bytes as they are, and say so in just these words. */
const UNPACKED = /^identity;q=1, \*;q=0$/
const MEDIA = /^(audio|video)$/

/** How a download was asked for, which tells a program that fetches from one that looks into a file. */
export function judgeAsking(headers: IncomingHttpHeaders, startsAt: number): Asking {
  const destination = headers['sec-fetch-dest']
  const isMedia = MEDIA.test(`${destination}`) || UNPACKED.test(headers['accept-encoding'] ?? '')
  if (isMedia || playing.some((name) => name in headers)) return 'looking'
  if (resuming.some((name) => name in headers)) return 'resumed'
  if (headers.range === undefined) return 'whole'
  // A browser that goes on with a download names its version.
  return startsAt === 0 || destination !== undefined ? 'looking' : 'ranged'
}
