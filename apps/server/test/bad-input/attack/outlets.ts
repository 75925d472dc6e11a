/* biome-ignore-all lint/suspicious/noControlCharactersInRegex: a header that holds one is what is looked for */
/** The names of files in every output of the server, parsed like its readers do and not like its writer. */
import { crc32, inflateRawSync } from 'node:zlib'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
const unescaped = (html: string) => html.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)

/** The paths on the recipient's page, from its list of checksums. */
export function namesOnPage(html: string): string[] {
  const list = /<details class="checksums">[\s\S]*?<\/details>/.exec(html)?.[0] ?? ''
  return [...list.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name = '']) => unescaped(name))
}

/** The first `count` paths of a mail's plain text: each on its own line, followed by its size. */
export function namesInMail(text: string, count: number): string[] {
  const rows = [...text.matchAll(/^(.*) {2}[\d.,]+ (?:bytes?|B|kB|KB|MB)$/gm)]
  return rows.slice(0, count).map(([, name = '']) => name)
}

const DISPOSITION =
  /^attachment; filename=("(?:[^"\\\x00-\x1f\x7f-\uffff]|\\.)*"|[\w!#$&'*+.^`|~-]+)(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]+))?$/

/**
 * The name under which a browser saves: an attachment, its extended parameter before its plain one (RFC 6266, RFC
 * 8187). Throws where the header is ambiguous, as two headers joined by a comma would be.
 */
export function nameInDisposition(header: string): string {
  const [, plain, extended] = DISPOSITION.exec(header) ?? []
  if (plain === undefined) throw new Error(`no plain disposition: ${JSON.stringify(header)}`)
  return extended === undefined ? plain.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : decodeURIComponent(extended)
}

export interface ZipEntry {
  name: string
  content: Buffer
}

/** Reads an archive by its central directory, and compares each local header and checksum with it. */
export function namesInZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let nth = 0; nth < zip.readUInt16LE(end + 10); nth++) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const name = zip.subarray(at + 46, at + 46 + nameBytes)
    const local = zip.readUInt32LE(at + 42)
    const localName = zip.subarray(local + 30, local + 30 + zip.readUInt16LE(local + 26))
    if (!localName.equals(name)) throw new Error(`two names for one entry: ${name} and ${localName}`)
    if ((zip.readUInt16LE(at + 8) & 0x800) === 0) throw new Error(`not marked as UTF-8: ${name}`)
    if (((zip.readUInt32LE(at + 38) >>> 16) & 0o170000) === 0o120000) throw new Error(`a link: ${name}`)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const stored = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    const content = zip.readUInt16LE(at + 10) === 0 ? stored : inflateRawSync(stored)
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`damaged: ${name}`)
    entries.push({ name: name.toString(), content })
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return entries
}
