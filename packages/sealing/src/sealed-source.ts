import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import { type FileSeal, plainSpanOf, sealRange } from './file-seal.ts'

/** A file of the sender's device, as the upload engine knows it. */
export interface PlainFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
  slice(start: number, end: number): Blob
  look?(): Promise<{ bytes: number; modifiedAt: number } | null>
}

/** The same file as it is sent: sealed while it is read. `path` and `modifiedAt` as planned. */
export function sealedSource<F extends PlainFile>(
  plain: F,
  seal: FileSeal,
  planned: { path: string; modifiedAt: number },
): F & { make(start: number, end: number): Promise<Blob> } {
  const bytes = sealedBytesOf(plain.bytes)
  const look = plain.look?.bind(plain)
  return {
    ...plain,
    ...planned,
    bytes,
    make: (start: number, end: number) => sealRange(seal, plain, start, end),
    slice(start: number, end: number) {
      const span = plainSpanOf(bytes, start, end)
      return plain.slice(span.start, span.end)
    },
    ...(look && {
      async look() {
        const now = await look()
        return now && { ...now, bytes: sealedBytesOf(now.bytes) }
      },
    }),
  }
}
