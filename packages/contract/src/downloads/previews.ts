import { recordingKind } from '../transfers/recordings.ts'

/**
 * What the page of a link can show of a file without downloading it. The name only says what is tried: the server reads
 * the first bytes, and shows nothing that they do not confirm.
 */
export type PreviewKind = 'picture' | 'pdf' | 'text' | 'audio' | 'video'

/** Longer texts are shown up to here. */
export const PREVIEW_TEXT_BYTES = 262_144
/** Pages of a PDF beyond these are not drawn. */
export const PREVIEW_PAGES = 20
/** Larger images and PDFs are not read into memory to be drawn. */
export const PREVIEW_DRAWN_BYTES = 40_000_000

/** Why there is no preview. */
export const previewRefusals = [
  'limited',
  'too-large',
  'unreadable',
  'not-as-named',
  'empty',
  'used-up',
  'switched-off',
  'machine',
] as const
export type PreviewRefusal = (typeof previewRefusals)[number]

const names: ReadonlyArray<[PreviewKind, RegExp]> = [
  ['picture', /\.(?:png|jpe?g|webp|gif|avif|tiff?)$/i],
  ['pdf', /\.pdf$/i],
  ['text', /\.(?:txt|md|csv|tsv|log|json|xml|ya?ml|ini|toml|srt|vtt|html?|css|[jt]sx?|py|sql)$/i],
  ['video', /\.(?:webm|mp4|m4v)$/i],
  ['audio', /\.(?:mp3|m4a|wav|ogg|oga|opus)$/i],
]

/** What a file may be by its name; null: there is no preview. A recording has its player, which counts as a download. */
export const previewKindOf = (path: string): PreviewKind | null =>
  recordingKind(path) === null ? (names.find(([, name]) => name.test(path))?.[0] ?? null) : null
