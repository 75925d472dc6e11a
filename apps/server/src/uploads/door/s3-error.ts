import type { Problem, ProblemCode } from '@waybill/contract/core/problems'

/** What the door answers, by S3's own names; clients decide by them whether to try again. */
const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidChunkSizeError: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRequest: 400,
  InvalidToken: 400,
  MalformedTrailerError: 400,
  MalformedXML: 400,
  MissingContentLength: 411,
  NoSuchUpload: 404,
  NotImplemented: 501,
  OperationAborted: 409,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 400,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const
export type S3Code = keyof typeof statuses

/** A refusal of the S3 door. Its message is for the developer of the client; it repeats nothing that the client sent. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly code: S3Code
  readonly status: number

  constructor(code: S3Code, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = statuses[code]
  }
}

const ofProblems: Partial<Record<ProblemCode, [S3Code, string]>> = {
  'upload-closed': ['InvalidAccessKeyId', 'The upload of these credentials has ended.'],
  'upload-not-found': ['InvalidAccessKeyId', 'The upload of these credentials has ended.'],
  'upload-token-wrong': ['InvalidAccessKeyId', 'These credentials are not known.'],
  'part-size-mismatch': ['IncompleteBody', 'The body does not have the length that was announced.'],
  'part-too-slow': ['RequestTimeout', 'The body came too slowly.'],
  'part-misplaced': ['InvalidRequest', 'The part does not fit the plan of the upload.'],
  'part-superseded': ['SlowDown', 'A later request brings the same bytes.'],
  'too-many-parts': ['SlowDown', 'Too many requests at a time.'],
  'too-many-uploads': ['SlowDown', 'Too many uploads at a time.'],
  'too-many-calls': ['SlowDown', 'Too many requests at a time.'],
  'disk-full': ['SlowDown', 'The store has no room at the moment.'],
  'store-unavailable': ['SlowDown', 'The store is not available at the moment.'],
  'database-unavailable': ['SlowDown', 'The server is not available at the moment.'],
  stopping: ['SlowDown', 'The server is restarting.'],
  busy: ['SlowDown', 'The server is busy.'],
  'invalid-input': ['InvalidRequest', 'The request is not valid.'],
  'wrong-host': ['InvalidRequest', 'This host has no storage.'],
  'not-found': ['AccessDenied', 'Access denied.'],
}

/** What an error of the storage means to an S3 client; a bug is an 'InternalError'. */
export function asS3Error(error: unknown, asProblem: (error: unknown) => Problem): S3Error {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof S3Error) return at
  const problem = asProblem(error)
  const [code, message] = ofProblems[problem.code] ?? ['InternalError', 'The server failed.']
  return new S3Error(code, message, { cause: error })
}
