import type { ProblemCode } from '@waybill/contract/core/problems'

/**
 * Why an upload ended: 15 failed tries, a file that cannot be read or has become another one, or the server's own code.
 */
export type UploadErrorCode = 'connection-lost' | 'file-unreadable' | 'file-changed' | ProblemCode

/** Where it happened, as far as known. */
export interface UploadErrorLocation {
  /** Index in the manifest. */
  fileIndex?: number
  path?: string
  part?: { blob: string; offset: number; bytes: number }
  /** The server's request id of the last failed request. */
  requestId?: string
  tries?: number
}

const messages: Partial<Record<UploadErrorCode, string>> = {
  'connection-lost': 'Connection error',
  'file-unreadable': 'Make sure your file is not in use',
  'file-changed': 'The file has changed since it was picked',
}

/** The upload has ended without all its bytes. The server keeps what it has for 7 days. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly code: UploadErrorCode
  readonly location: UploadErrorLocation

  constructor(code: UploadErrorCode, location: UploadErrorLocation = {}, options?: ErrorOptions) {
    super(messages[code] ?? code, options)
    this.code = code
    this.location = location
  }
}

/** `cancel()` was called. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'

  constructor() {
    super('You can resume this transfer within 7 days')
  }
}
