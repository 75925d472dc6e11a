import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unpackWoff } from './unpack-woff.ts'

const require = createRequire(import.meta.url)
const sans = (set: string, weight: number) =>
  require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${set}-${weight}-normal.woff`)
const mono = (set: string) => require.resolve(`@fontsource/ibm-plex-mono/files/ibm-plex-mono-${set}-400-normal.woff`)
/** The package only names its files in its code. */
const han = (weight: string) =>
  join(dirname(dirname(require.resolve('@embedpdf/fonts-sc'))), `fonts/NotoSansHans-${weight}.otf`)

export type Face = 'text' | 'strong' | 'mono'

/** Font files of each face; a character uses the first that has it. The last ones are only read when needed. */
export const faces: Record<Face, readonly string[]> = {
  text: [sans('latin', 400), sans('latin-ext', 400), han('Regular')],
  strong: [sans('latin', 600), sans('latin-ext', 600), han('Bold')],
  mono: [mono('latin'), mono('latin-ext'), han('Regular')],
}

/** Its letters do not affect each other: a monospaced face, or ideographs, which the last font of a face is for. */
export const isEven = (file: string): boolean => !file.includes('instrument-sans')

/** A font file as it is embedded. */
export function readFont(file: string): Buffer {
  const bytes = readFileSync(file)
  return file.endsWith('.woff') ? unpackWoff(bytes) : bytes
}
