/** A stream of a PDF with an attached file, as in our printed receipts: a separate object, compressed. */
const OBJECT = /\/Type\s*\/EmbeddedFile\b[\s\S]{0,2000}?\bstream\r?\n/g
const LENGTH = /\/Length\s+(\d+)/
const FILTER = /\/Filter\s*\/FlateDecode\b/

export const isPdf = (bytes: Uint8Array): boolean => textOf(bytes.subarray(0, 1_024)).includes('%PDF-')

/**
 * The first attached file that `isWanted`, as text. A receipt's page is drawn beside the signed file inside; the check
 * reads only that file. Null where the PDF has none, or in a form that we do not write.
 *
 * @param maxBytes of one attachment: a small PDF may unpack to gigabytes
 */
export async function attachedText(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (text: string) => boolean,
  maxBytes: number,
): Promise<string | null> {
  const pdf = textOf(bytes)
  for (const match of pdf.matchAll(OBJECT)) {
    const head = pdf.slice(pdf.lastIndexOf(' obj', match.index), match.index + match[0].length)
    const start = match.index + match[0].length
    const length = Number(LENGTH.exec(head)?.[1] ?? 0)
    const stored = bytes.subarray(start, start + length)
    const text = FILTER.test(head) ? await inflated(stored, maxBytes) : new TextDecoder().decode(stored)
    if (text !== null && isWanted(text)) return text
  }
  return null
}

/** One letter a byte, so that positions in the text are positions in the file. */
const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

async function inflated(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string | null> {
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let text = ''
    for (let length = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      length += value.length
      if (length > maxBytes) {
        await reader.cancel()
        return null
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return null
  }
}
