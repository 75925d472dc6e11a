import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FormPart, readMultipart } from './read-multipart.ts'

interface Read extends FormPart {
  content: Uint8Array
}

/** The form in pieces of these sizes, over and over. */
function inPieces(whole: Uint8Array<ArrayBuffer>, sizes: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  let turn = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= whole.length) return controller.close()
      const size = sizes[turn++ % sizes.length] ?? 1
      controller.enqueue(whole.slice(at, at + size))
      at += size
    },
  })
}

async function readAll(whole: Uint8Array<ArrayBuffer>, boundary: string, sizes = [64]): Promise<Read[]> {
  const parts: Read[] = []
  let pieces: Uint8Array<ArrayBuffer>[] = []
  await readMultipart(inPieces(whole, sizes), boundary, {
    begin: async (part) => {
      parts.push({ ...part, content: new Uint8Array() })
    },
    write: async (bytes) => {
      pieces.push(bytes.slice())
    },
    end: async () => {
      const last = parts.at(-1)
      if (last) last.content = new Uint8Array(await new Blob(pieces).arrayBuffer())
      pieces = []
    },
  })
  return parts
}

/** As a browser writes a form. */
async function written(form: FormData): Promise<{ whole: Uint8Array<ArrayBuffer>; boundary: string }> {
  const answer = new Response(form)
  const boundary = /boundary=(.*)/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? ''
  return { whole: new Uint8Array(await answer.arrayBuffer()), boundary }
}

/** Bytes in which parts of a delimiter are likely. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
      fc.constantFrom('\r', '\n', '\r\n', '\r\n--', '\r\n------', '--').map((text) => new TextEncoder().encode(text)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => new Blob(pieces as BlobPart[]))

test('reads what browsers write, however it is cut', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 4 }), sizes, async (files, cut) => {
      const form = new FormData()
      form.append('title', 'Plans')
      for (const [at, file] of files.entries())
        form.append('files', new File([file], `图 ${at}.pdf`, { type: 'image/png' }))
      const { whole, boundary } = await written(form)
      const [title, ...read] = await readAll(whole, boundary, cut)
      expect(title?.fileName).toBeNull()
      expect(read.map(({ fileName, type }) => [fileName, type])).toEqual(
        files.map((_, at) => [`图 ${at}.pdf`, 'image/png']),
      )
      for (const [at, file] of files.entries()) {
        expect(read[at]?.content).toEqual(new Uint8Array(await file.arrayBuffer()))
      }
    }),
    { numRuns: 200 },
  )
})

const withName = (name: string) =>
  new TextEncoder().encode(
    `--B\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\nx\r\n--B--\r\n`,
  )

test.each([
  ['a%22b%22.txt', 'a"b".txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\plan.pdf', 'plan.pdf'],
  ['line%0D%0Abreak.txt', 'linebreak.txt'],
  ['', 'file'],
  ['..', 'file'],
])('the name %s is kept as %s', async (name, kept) => {
  expect((await readAll(withName(name), 'B')).map(({ fileName }) => fileName)).toEqual([kept])
})

test.each([
  ['that ends early', '--B\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nx'],
  ['of another boundary', '--C\r\n\r\nx\r\n--C--\r\n'],
  ['with bytes behind a boundary', '--Bx\r\n'],
  ['with endless headers', `--B\r\n${'x'.repeat(20_000)}\r\n\r\n`],
  ['that is empty', ''],
])('refuses a form %s', async (_what, text) => {
  await expect(readAll(new TextEncoder().encode(text), 'B')).rejects.toThrow()
})
