/**
 * May this draft be sent? Both ends share one rule: the page shows the verdict while the sender types, the server
 * repeats it and refuses. The server alone judges what needs a store (sends left, storage, suspended accounts).
 */

import { isAnonymous, isUnpaid, plans, type Role } from '../billing/plans.ts'
import { cleanPath } from '../core/names.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'
import { isBarredType } from '../uploads/barred-types.ts'
import { hasPiracyMarker } from '../uploads/piracy-markers.ts'
import { expiryAllowed, isExpirySeconds } from './expiry.ts'
import { holdsLink, MESSAGE_MAX_CHARS, messageLength, TITLE_MAX_CHARS } from './message-links.ts'
import { parseAddress } from './recipients.ts'

export interface DraftFile {
  /** Relative, '/' between names; cleaned or not. */
  path: string
  bytes: number
}

export interface Draft {
  role: Role
  sendAs: 'email' | 'link'
  /** Addresses count in email mode only. */
  emailTo: readonly string[]
  senderEmail: string
  title?: string
  message: string
  expirySeconds: number
  files: readonly DraftFile[]
  /** Stored files that are forwarded: they count like the others. */
  forwarded?: readonly DraftFile[]
}

export type DraftFinding = { code: ProblemCode; facts: ProblemFacts }

/**
 * What keeps the draft from being sent, worst first; empty when it may go. Where there are more files than the plan
 * allows, it checks only that many names, so that the work is bounded.
 */
export function judgeDraft(typed: Draft): DraftFinding[] {
  const draft = typed.forwarded ? { ...typed, files: [...typed.files, ...typed.forwarded] } : typed
  return [
    ...judgeLimits(draft),
    ...judgeNames(draft),
    ...judgeOptions(draft),
    ...judgeAddresses(draft),
    ...judgeForm(draft),
  ]
}

function isSize(bytes: number): boolean {
  return Number.isSafeInteger(bytes) && bytes >= 0
}

function judgeLimits({ role, sendAs, files, emailTo }: Draft): DraftFinding[] {
  const { uploadLimitBytes, recipientLimit, fileLimit } = plans[role]
  const findings: DraftFinding[] = []
  const totalBytes = files.reduce((sum, { bytes }) => (isSize(bytes) ? sum + bytes : sum), 0)
  if (totalBytes > uploadLimitBytes) {
    const facts = { role, limitBytes: uploadLimitBytes, excessBytes: totalBytes - uploadLimitBytes }
    findings.push({ code: 'over-transfer-limit', facts })
  }
  const recipients = new Set(emailTo.map((address) => address.trim().toLowerCase()))
  if (sendAs === 'email' && recipients.size > recipientLimit) {
    findings.push({ code: 'too-many-recipients', facts: { limit: recipientLimit } })
  }
  if (files.length > fileLimit) findings.push({ code: 'too-many-files', facts: { limit: fileLimit } })
  return findings
}

function judgeNames({ role, files }: Draft): DraftFinding[] {
  if (!isAnonymous(role)) return []
  return files.slice(0, plans[role].fileLimit).flatMap(({ path }): DraftFinding[] => {
    if (isBarredType(path)) return [{ code: 'insecure-file-type', facts: { path } }]
    return hasPiracyMarker(path) ? [{ code: 'piracy-marker', facts: { path } }] : []
  })
}

function judgeOptions({ role, sendAs, expirySeconds, title = '', message, files }: Draft): DraftFinding[] {
  const findings: DraftFinding[] = []
  if (sendAs === 'link' && isAnonymous(role)) findings.push({ code: 'links-reserved', facts: {} })
  if (isExpirySeconds(expirySeconds) && !expiryAllowed(role, expirySeconds)) {
    findings.push({ code: 'expiry-reserved', facts: { role } })
  }
  if (!isUnpaid(role)) return findings
  if (holdsLink(title)) findings.push({ code: 'message-holds-link', facts: { field: 'title' } })
  if (holdsLink(message)) findings.push({ code: 'message-holds-link', facts: {} })
  // Each name alone, as people will see it: a folder such as 'site.backup' and its file are no domain with a path.
  const judged = files.slice(0, plans[role].fileLimit)
  const linkPath = judged.find(({ path }) => cleanPath(path).path.split('/').some(holdsLink))?.path
  if (linkPath !== undefined) findings.push({ code: 'message-holds-link', facts: { path: linkPath } })
  return findings
}

function judgeAddresses({ sendAs, emailTo }: Draft): DraftFinding[] {
  if (sendAs !== 'email') return []
  return emailTo
    .filter((address) => 'problem' in parseAddress(address))
    .map((address) => ({ code: 'invalid-recipient', facts: { address } }))
}

function judgeForm({ sendAs, files, emailTo, senderEmail, title = '', message, expirySeconds }: Draft): DraftFinding[] {
  const fields: string[] = []
  if (files.length === 0 || files.some(({ bytes }) => !isSize(bytes))) fields.push('files')
  if (sendAs === 'email' && emailTo.length === 0) fields.push('emailTo')
  if (sendAs === 'email' && 'problem' in parseAddress(senderEmail)) fields.push('senderEmail')
  if (messageLength(title) > TITLE_MAX_CHARS) fields.push('title')
  if (messageLength(message) > MESSAGE_MAX_CHARS || message.includes('\0')) fields.push('message')
  if (!isExpirySeconds(expirySeconds)) fields.push('expirySeconds')
  return fields.map((field) => ({ code: 'invalid-input', facts: { field } }))
}
