/** English sentences for what goes wrong, and what to do about it. */
import { Problem, type ProblemCode, type ProblemFacts } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import { UploadError } from '@waybill/uploader/upload-error'
import { ConnectionError } from '../server/connection-error.ts'
import { EXIT, exitCodeOf, Failure } from './exit-codes.ts'

const sentences: Partial<Record<ProblemCode, string>> = {
  unauthenticated: 'You are not signed in. Run: waybill login',
  'key-wrong': 'The server does not know this key. Run: waybill login',
  'key-revoked': 'This key was revoked. Run: waybill login',
  'key-ended': 'This key has expired. Run: waybill login',
  'device-login-denied': 'You denied this on the page. Nothing was kept',
  'device-login-expired': 'The code has expired. Run: waybill login',
  'too-many-keys': 'The account has as many API keys as it can have. Revoke one on the account page',
  'key-elsewhere': 'This key does not work from this network',
  'key-not-here': 'No key may do this',
  'account-suspended': 'This account is suspended',
  'second-factor-required': 'Your team requires a second factor. Set it up on the account page first',
  'subscription-due': 'The subscription needs a payment. See the billing page',
  'not-yours': 'This account may not do that',
  'link-locked': 'This transfer is protected. Give its password with --password, or open the link in a browser',
  'link-password-wrong': 'The password is wrong',
  'transfer-not-found': 'There is no such transfer',
  'transfer-expired': 'This transfer has expired',
  'transfer-paused': 'The sender has paused this transfer',
  'grant-expired': 'The download took too long. Run the same command to go on',
  'file-withdrawn': 'A file of this transfer was withdrawn',
  'scan-pending': 'The files are still being scanned for viruses. Try again in a minute',
  'download-limit-reached': 'You have downloaded this as often as its sender allows',
  'month-full': 'You have sent all that your plan includes this month',
  'over-transfer-limit': 'This is more than your plan allows in one transfer',
  'too-many-recipients': 'These are more recipients than your plan allows',
  'too-many-files': 'These are more files than one transfer can have. Put them into an archive',
  'storage-full': 'Your storage is full',
  'disk-full': 'The server has no space left. Try again later',
  'expiry-reserved': 'Your plan does not include this expiry',
  'links-reserved': 'Your plan does not include sharing by a link',
  'insecure-file-type': 'The server does not accept files of this type',
  'file-blocked': 'The server does not accept this file',
  'message-holds-link': 'Your plan does not allow links in messages',
  'invalid-recipient': 'This is not an email address',
  'password-too-short': 'The password is too short',
  'too-many-uploads': 'Too many uploads are open. Finish or delete one first',
  'too-many-mails': 'Too many emails were sent. Try again later',
  'too-many-requests': 'Too many calls. Try again in a minute',
  'too-many-calls': 'Too many calls at once. Try again in a moment',
  'sending-paused': 'The operator has paused sending for this account',
  'request-month-full': 'You have made all requests that your plan includes this month',
  'proof-required': 'Too many links were tried from this network. Open the link in a browser',
  'wrong-host': 'The server does not answer under this address. Use its public URL',
  'cross-site': 'The server does not answer under this address. Use its public URL',
  'https-needed': 'The server wants https. Log in with its https URL',
}

/** One sentence for a problem of the server, without a full stop. */
function problemSentence(code: ProblemCode, facts: ProblemFacts): string {
  if (code === 'key-lacks-scope')
    return `This key may not do that${'scope' in facts ? `: it lacks "${facts.scope}"` : ''}`
  const sentence = sentences[code] ?? `The server refused: ${code}`
  return `${sentence}${shownFacts(facts)}`
}

function shownFacts(facts: ProblemFacts): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${/bytes/i.test(name) && typeof value === 'number' ? formatBytes(value) : value}`)
  return shown.length > 0 ? ` (${shown.join(', ')})` : ''
}

const systemSentences: Record<string, string> = {
  ENOENT: 'There is no such file or folder',
  EACCES: 'This file or folder may not be read or written',
  EPERM: 'This file or folder may not be read or written',
  ENOSPC: 'The disk is full',
  EDQUOT: 'Your disk quota is used up',
  EROFS: 'This disk cannot be written',
  EISDIR: 'This is a folder',
  ENOTDIR: 'A part of this path is not a folder',
  EMFILE: 'Too many files are open',
}

/** Every error as a Failure: what is shown, and the exit code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof Problem) {
    return new Failure(exitCodeOf(error.code), error.code, problemSentence(error.code, error.facts))
  }
  if (error instanceof ConnectionError) return new Failure(EXIT.noAnswer, 'no-answer', error.message)
  if (error instanceof UploadError) return uploadFailure(error)
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  const sentence = typeof code === 'string' ? systemSentences[code] : undefined
  if (sentence) return new Failure(EXIT.failed, String(code), `${sentence}${path ? `: ${String(path)}` : ''}`)
  return new Failure(EXIT.failed, 'failed', error instanceof Error ? error.message : String(error))
}

function uploadFailure({ code, location }: UploadError): Failure {
  const where = location.path === undefined ? '' : `: ${location.path}`
  const goOn = 'What was sent is kept for 7 days: run the same command to go on'
  if (code === 'connection-lost') return new Failure(EXIT.noAnswer, code, `The connection is lost. ${goOn}`)
  if (code === 'file-changed') return new Failure(EXIT.failed, code, `A file changed while it was sent${where}`)
  if (code === 'file-unreadable') return new Failure(EXIT.failed, code, `A file cannot be read${where}. ${goOn}`)
  return new Failure(exitCodeOf(code), code, problemSentence(code, {}))
}
