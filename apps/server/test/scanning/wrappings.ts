/** One content in the wrappings that people send it in. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

type Wrap = (content: Buffer) => Buffer

/** Packs `files` in a folder of their own. */
function packed(files: Record<string, Buffer>, name: string, program: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-wrap-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, 'in', path, '..'), { recursive: true })
      writeFileSync(join(folder, 'in', path), content)
    }
    execFileSync(program, [...args, join(folder, name), '.'], { cwd: join(folder, 'in'), stdio: 'ignore' })
    return readFileSync(join(folder, name))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const zip = (files: Record<string, Buffer>, ...more: string[]) => packed(files, 'a.zip', '7z', 'a', '-tzip', ...more)

export const wrappings: Record<string, Wrap> = {
  'invoice.txt': (content) => content,
  'invoice.zip': (content) => zip({ 'invoice.txt': content }),
  'nested.zip': (content) => zip({ 'inner.zip': zip({ 'invoice.txt': content }) }),
  'invoice.tar.gz': (content) => packed({ 'invoice.txt': content }, 'a.tar.gz', 'tar', 'czf'),
  'invoice.7z': (content) => packed({ 'invoice.txt': content }, 'a.7z', '7z', 'a'),
  'invoice.docx': (content) =>
    zip({
      '[Content_Types].xml': Buffer.from('<Types/>'),
      'word/document.xml': Buffer.from('<w:document/>'),
      'word/embeddings/oleObject1.bin': content,
    }),
  'invoice.eml': (content) =>
    Buffer.from(
      [
        'From: a@rao-forge.example',
        'To: b@rao-forge.example',
        'Subject: Invoice',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="cut"',
        '',
        '--cut',
        'Content-Type: application/octet-stream; name="invoice.bin"',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename="invoice.bin"',
        '',
        content.toString('base64'),
        '--cut--',
        '',
      ].join('\r\n'),
    ),
  'invoice.pdf': (content) => {
    const stream = deflateSync(content)
    const head = `%PDF-1.4\n1 0 obj\n<< /Type /EmbeddedFile /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`
    const end = '\nendstream\nendobj\n2 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF\n'
    return Buffer.concat([Buffer.from(head), stream, Buffer.from(end)])
  },
}

export const encryptedZip: Wrap = (content) => zip({ 'invoice.txt': content }, '-psecret')
export const encrypted7z: Wrap = (content) =>
  packed({ 'invoice.txt': content }, 'a.7z', '7z', 'a', '-psecret', '-mhe=on')
/** Small, and larger than clamd looks at once it is unpacked. */
export const bombZip = (): Buffer => zip({ 'zeros.bin': Buffer.alloc(200_000_000) })
