/** The XML that S3 clients read, and the one document that they send. */
import { escapeText } from '../../platform/mail-transport/html.ts'
import { S3Error } from './s3-error.ts'

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

type Leaf = string | number | boolean
/** An element's content: a text, or its children in order. */
export type Content = Leaf | Array<[name: string, content: Content]>

const written = (content: Content): string =>
  Array.isArray(content)
    ? content.map(([name, inner]) => `<${name}>${written(inner)}</${name}>`).join('')
    : escapeText(String(content))

/** A whole document with one root. Errors have no namespace, as at S3. */
export const writeXml = (root: string, content: Content): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`}>${written(content)}</${root}>`

const PART = /^\s*<Part>((?:\s*<(\w+)>[^<>]*<\/\2>)+)\s*<\/Part>/
const MOST_PARTS = 10_000

/**
 * The parts that a client lists to complete its upload, in its order.
 *
 * @throws S3Error 'MalformedXML'
 */
export function readPartList(xml: string): Array<{ number: number; etag: string }> {
  const [, inside] =
    /^\s*(?:<\?xml[^<>]*\?>\s*)?<CompleteMultipartUpload(?:\s[^<>]*)?>([\s\S]*)<\/CompleteMultipartUpload>\s*$/.exec(
      xml,
    ) ?? []
  const parts: Array<{ number: number; etag: string }> = []
  let rest = inside ?? ''
  for (let found = PART.exec(rest); found !== null; found = PART.exec(rest)) {
    rest = rest.slice(found[0].length)
    const number = Number(/<PartNumber>\s*(\d{1,5})\s*</.exec(found[1] ?? '')?.[1])
    const etag = /<ETag>\s*(?:"|&quot;|&#34;)?([0-9a-fA-F]{32})(?:"|&quot;|&#34;)?\s*</.exec(found[1] ?? '')?.[1]
    if (!(number >= 1) || etag === undefined || parts.length === MOST_PARTS) throw malformed()
    parts.push({ number, etag: etag.toLowerCase() })
  }
  if (parts.length === 0 || rest.trim() !== '') throw malformed()
  return parts
}

const malformed = () => new S3Error('MalformedXML', 'The list of parts is not the XML that S3 asks for.')
