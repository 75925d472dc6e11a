import { type PreviewKind, previewKindOf } from '@waybill/contract/downloads/previews'
import { sniffPicture } from '../../platform/sandbox/index.ts'

/** How many first bytes show what a file is. */
export const JUDGED_BYTES = 4_096

export type PreviewedType =
  | 'video/webm'
  | 'video/mp4'
  | 'audio/webm'
  | 'audio/mp4'
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/ogg'

type Container = 'webm' | 'mp4' | 'mpeg' | 'wav' | 'ogg'

/** In hexadecimal; a Matroska file is WebM only where its header says so. */
const starts: ReadonlyArray<[Container, RegExp]> = [
  ['webm', /^1a45dfa3(?:..){0,60}?4282(?:84|4004)7765626d/],
  ['mp4', /^.{8}66747970(?:69736f|6d7034|617663|4d3441|4d3456|4d534e56|64617368|6d6d7034)/],
  ['mpeg', /^(?:494433|ff(?:f[23ab]|e[23]))/],
  ['wav', /^52494646.{8}57415645/],
  ['ogg', /^4f676753/],
]
/** A byte order mark of UTF-16. */
const WIDE = /^(?:fffe|feff)/

export type JudgedPreview = { kind: PreviewKind; type: PreviewedType | 'text/plain' | null }

/**
 * What a preview of a file may show, by its name and its first bytes; null where they do not agree, or where there is no
 * preview of such a file. Audio and video get the type of their container, text that of plain text, whatever it is.
 */
export function judgePreview(path: string, head: Uint8Array): JudgedPreview | null {
  const kind = previewKindOf(path)
  if (kind === null) return null
  const drawable = sniffPicture(head)
  const hex = Buffer.from(head.subarray(0, 80)).toString('hex')
  const container = starts.find(([, start]) => start.test(hex))?.[0]
  if (kind === 'pdf') return drawable === 'pdf' ? { kind, type: null } : null
  if (kind === 'picture') return drawable !== null && drawable !== 'pdf' ? { kind, type: null } : null
  if (kind === 'text') {
    const isText = WIDE.test(hex) || !head.includes(0)
    return drawable === null && container === undefined && isText ? { kind, type: 'text/plain' } : null
  }
  if (container === undefined || !mayHold[kind].includes(container)) return null
  return { kind, type: `${kind}/${container}` as PreviewedType }
}

const mayHold = { video: ['webm', 'mp4'], audio: ['mp4', 'mpeg', 'wav', 'ogg'] } satisfies Record<
  'video' | 'audio',
  Container[]
> as Record<'video' | 'audio', readonly Container[]>
