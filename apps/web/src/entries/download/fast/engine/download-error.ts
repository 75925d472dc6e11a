/**
 * Why a download ended. 'line': nothing came for long. 'disk-full' and 'disk': the bytes cannot be kept. 'altered': they
 * are not what the sender sent, twice. 'changed': the link leads to another version. 'refused': the server says so, with
 * its `problem`. 'elsewhere': another tab downloads it.
 */
export type DownloadErrorCode = 'line' | 'disk-full' | 'disk' | 'altered' | 'changed' | 'refused' | 'elsewhere'

export class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly code: DownloadErrorCode
  readonly problem: string | null

  constructor(code: DownloadErrorCode, problem: string | null = null) {
    super(problem === null ? code : `${code}: ${problem}`)
    this.code = code
    this.problem = problem
  }
}

/** A failure of the disk, in words of ours. */
export function diskError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NoModificationAllowedError') return new DownloadError('elsewhere')
  return new DownloadError(name === 'QuotaExceededError' ? 'disk-full' : 'disk')
}
