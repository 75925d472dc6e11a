import { expect, test } from 'vitest'
import { decodeChunks } from './aws-chunked.ts'
import { IncomingBytes } from './incoming-bytes.ts'
import { readClaim, requireSignature, signingKey } from './signature.ts'

/** The example of AWS's documentation (sigv4-streaming.html): 66,560 letters a in chunks of 64 KiB. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const headers = {
  host: 's3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'content-encoding': 'aws-chunked',
  'x-amz-decoded-content-length': '66560',
  'content-length': '66824',
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
}
const request = { method: 'PUT', path: '/examplebucket/chunkObject.txt', query: '', headers }
const a = (bytes: number) => 'a'.repeat(bytes)
const body = [
  `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${a(65_536)}\r\n`,
  `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${a(1_024)}\r\n`,
  '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n',
].join('')

async function decode(text: string, cutBytes: number): Promise<number> {
  const claim = readClaim(request)
  async function* arriving() {
    for (let from = 0; from < text.length; from += cutBytes) yield Buffer.from(text.slice(from, from + cutBytes))
  }
  const form = { isSigned: true, hasTrailers: false }
  const chunks = decodeChunks(new IncomingBytes(arriving()), {
    form,
    claim,
    key: signingKey(SECRET, claim),
    onTrailers() {},
  })
  let bytes = 0
  for await (const piece of chunks) bytes += piece.length
  return bytes
}

test("accepts AWS's own example, and refuses it with any word changed", () => {
  const claim = readClaim(request)
  requireSignature(request, claim, SECRET)
  for (const changed of [
    { ...request, method: 'POST' },
    { ...request, path: '/examplebucket/chunkObject.txtx' },
    { ...request, query: 'acl' },
    { ...request, headers: { ...headers, 'content-length': '66825' } },
  ]) {
    expect(() => requireSignature(changed, claim, SECRET)).toThrow(/signature does not match/)
  }
  expect(() => requireSignature(request, claim, `${SECRET}x`)).toThrow(/signature does not match/)
})

test.each([1_000_000, 4_096, 17])("decodes AWS's own chunks as they arrive, %i bytes at a time", async (cutBytes) => {
  expect(await decode(body, cutBytes)).toBe(66_560)
})

test.each([
  ['a byte changed', body.replace('aaa\r\n400', 'aab\r\n400')],
  ['a chunk left out', body.replace(/400;chunk[\s\S]*?\r\na+\r\n/, '')],
  ['the end left out', body.slice(0, body.indexOf('0;chunk-signature=b6'))],
  ['an unsigned chunk', body.replace(/;chunk-signature=0055\w+/, '')],
  ['a negative length', `-${body}`],
])('refuses %s', async (_, text) => {
  await expect(decode(text, 4_096)).rejects.toThrow()
})
