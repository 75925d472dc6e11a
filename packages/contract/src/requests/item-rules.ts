/**
 * May this submission answer this request? Both ends share one rule: the page applies it before the first byte, and the
 * server applies it again when it plans and when it completes. The server alone decides whether the request is open.
 */
import { extensionOf } from '../core/names.ts'
import type { ProblemCode, ProblemFacts } from '../core/problems.ts'

export const MAX_ITEMS = 50
export const MAX_TYPES = 40

/** Extensions that mean one type. */
const SAME_TYPE: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', tiff: 'tif', htm: 'html', mpeg: 'mpg' }

const oneName = (type: string): string => SAME_TYPE[type] ?? type

/** 'PDF', '.pdf' → 'pdf'; null for an invalid extension. */
export function typeOf(typed: string): string | null {
  const type = typed
    .trim()
    .replace(/^\*?\./, '')
    .toLowerCase()
  return /^[a-z\d]{1,16}$/.test(type) ? type : null
}

/** Whether a file of this name has one of the types; an empty list accepts every file. */
export function isTypeWanted(types: readonly string[], path: string): boolean {
  if (types.length === 0) return true
  const type = oneName(extensionOf(path))
  return types.some((wanted) => oneName(wanted) === type)
}

/** A request's limits for one submission; null is no separate limit. */
export interface SubmissionLimits {
  maxBytes: number
  maxFiles: number
  types: readonly string[]
}

/** An item's limits for one supplier. */
export interface ItemLimits {
  id: string
  /** Null: no limit. */
  maxFiles: number | null
  /** Of each file. */
  maxBytes: number | null
  types: readonly string[]
}

/** What a supplier has submitted to an item so far. */
export interface ItemHeld {
  item: string
  files: number
  isAccepted: boolean
}

export interface SubmissionFile {
  path: string
  bytes: number
  item: string
}

export type SubmissionFinding = { code: ProblemCode; facts: ProblemFacts }

/** Why a submission is refused, worst reason first; empty when it may come. */
export function judgeSubmission(
  limits: SubmissionLimits,
  items: readonly ItemLimits[],
  held: readonly ItemHeld[],
  files: readonly SubmissionFile[],
): SubmissionFinding[] {
  const findings: SubmissionFinding[] = []
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (files.length === 0) findings.push({ code: 'invalid-input', facts: { where: 'body', field: 'files' } })
  if (bytes > limits.maxBytes)
    findings.push({ code: 'over-submission-limit', facts: { limitBytes: limits.maxBytes, bytes } })
  if (files.length > limits.maxFiles) {
    findings.push({ code: 'submission-too-many-files', facts: { limit: limits.maxFiles, count: files.length } })
  }
  const known = new Map(items.map((item) => [item.id, item]))
  const before = new Map(held.map((one) => [one.item, one]))
  for (const [id, inside] of Map.groupBy(files, ({ item }) => item)) {
    const item = known.get(id)
    if (item === undefined) findings.push({ code: 'item-not-found', facts: { item: id } })
    else findings.push(...judgeItem(item, before.get(id), inside), ...judgeTypes([limits.types, item.types], inside))
  }
  return findings
}

function judgeItem(
  { id, maxFiles, maxBytes }: ItemLimits,
  held: ItemHeld | undefined,
  files: readonly SubmissionFile[],
): SubmissionFinding[] {
  if (held?.isAccepted) return [{ code: 'item-accepted', facts: { item: id } }]
  const findings: SubmissionFinding[] = []
  const left = maxFiles === null ? Number.POSITIVE_INFINITY : Math.max(0, maxFiles - (held?.files ?? 0))
  if (maxFiles !== null && files.length > left) {
    findings.push({ code: 'item-full', facts: { item: id, limit: maxFiles, left } })
  }
  const large = maxBytes === null ? undefined : files.find(({ bytes }) => bytes > maxBytes)
  if (large) findings.push({ code: 'file-too-large', facts: { item: id, path: large.path, limitBytes: maxBytes } })
  return findings
}

function judgeTypes(wanted: readonly (readonly string[])[], files: readonly SubmissionFile[]): SubmissionFinding[] {
  for (const types of wanted) {
    const odd = files.find(({ path }) => !isTypeWanted(types, path))
    if (odd) return [{ code: 'type-unwanted', facts: { item: odd.item, path: odd.path, types: [...types] } }]
  }
  return []
}
