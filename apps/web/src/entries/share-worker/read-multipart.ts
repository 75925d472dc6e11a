/** One field of a form. */
export interface FormPart {
  /** Null: the field is no file. */
  fileName: string | null
  type: string
}

/** Takes what is read, in its order; reading goes on once a call resolves. */
export interface PartSink {
  begin(part: FormPart): Promise<void>
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<void>
}

type Bytes = Uint8Array<ArrayBuffer>

const CR = 13
const MOST_HEADER_BYTES = 16_384

/**
 * Reads a form (multipart/form-data, RFC 7578) piece by piece: `request.formData()` would hold all of it in memory.
 *
 * @throws Error where the form is malformed or ends early
 */
export async function readMultipart(body: ReadableStream<Bytes>, boundary: string, sink: PartSink): Promise<void> {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  const source = new Pieces(body)
  // The first delimiter has no line end before it.
  source.prepend(new Uint8Array([CR, 10]))
  await source.passTo(delimiter, async () => undefined)
  while (!(await isLast(source))) {
    await sink.begin(partOf(await readHeaders(source)))
    await source.passTo(delimiter, (bytes) => sink.write(bytes))
    await sink.end()
  }
  await source.cancel()
}

/** Behind a delimiter stands `--` where the form ends, else the end of the line. */
async function isLast(source: Pieces): Promise<boolean> {
  const mark = new TextDecoder().decode(await source.take(2))
  if (mark === '--') return true
  if (mark !== '\r\n') throw new Error('The form has bytes behind a boundary')
  return false
}

async function readHeaders(source: Pieces): Promise<string> {
  const read: Bytes[] = []
  let length = 0
  // A field always has a header, so the empty line has a line end before it.
  await source.passTo(new TextEncoder().encode('\r\n\r\n'), async (bytes) => {
    length += bytes.length
    if (length > MOST_HEADER_BYTES) throw new Error('The headers of a field are too long')
    read.push(bytes.slice())
  })
  return await new Blob(read).text()
}

function partOf(headers: string): FormPart {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? ''
  const quoted = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1]
  const type = /^content-type:\s*([\w.+-]+\/[\w.+-]+)/im.exec(headers)?.[1] ?? ''
  return { fileName: quoted === undefined ? null : bareName(quoted), type }
}

/** Browsers write these three marks of a name so (HTML, "multipart/form-data encoding algorithm"). */
const escaped: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' }

/** A name without folders and without marks that no file has. */
function bareName(written: string): string {
  const name = written.replaceAll(/%22|%0D|%0A/gi, (mark) => escaped[mark.toUpperCase()] ?? '')
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const clean = last.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim()
  return clean === '' || /^\.+$/.test(clean) ? 'file' : clean
}

/** The stream, with as much of it in memory as a delimiter may span. */
class Pieces {
  readonly #reader: ReadableStreamDefaultReader<Bytes>
  #rest: Bytes = new Uint8Array(0)

  constructor(body: ReadableStream<Bytes>) {
    this.#reader = body.getReader()
  }

  prepend(bytes: Bytes): void {
    this.#rest = joined(bytes, this.#rest)
  }

  async take(count: number): Promise<Bytes> {
    while (this.#rest.length < count) await this.#more()
    const taken = this.#rest.slice(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  /** Passes everything up to the mark on, and drops the mark. */
  async passTo(mark: Bytes, pass: (bytes: Bytes) => Promise<void>): Promise<void> {
    for (;;) {
      const at = placeOf(this.#rest, mark)
      const isWhole = at + mark.length <= this.#rest.length
      if (at > 0) await pass(this.#rest.subarray(0, at))
      this.#rest = this.#rest.subarray(isWhole ? at + mark.length : at)
      if (isWhole) return
      await this.#more()
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel()
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read()
    if (done) throw new Error('The form ended early')
    this.#rest = this.#rest.length === 0 ? value : joined(this.#rest, value)
  }
}

/** Where the mark stands, or where it may begin at the end of the bytes; their length where neither. */
function placeOf(bytes: Bytes, mark: Bytes): number {
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    const length = Math.min(mark.length, bytes.length - at)
    let same = 1
    while (same < length && bytes[at + same] === mark[same]) same += 1
    if (same === length) return at
  }
  return bytes.length
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
