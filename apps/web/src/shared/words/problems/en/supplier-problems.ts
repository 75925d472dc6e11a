import { formatBytes } from '@waybill/contract/core/sizes'
import type { Sentence, SupplierProblem } from '../on-page-problem.ts'

/** The sentences of what the supplier's page finds by itself. */
export const supplierProblems: Record<SupplierProblem, Sentence> = {
  'over-batch-limit': ({ limitBytes }) =>
    `This is too much at once: up to ${formatBytes(Number(limitBytes))} may come together. Send it in parts.`,
  'batch-too-many-files': ({ limit }) => `At most ${limit} files may come at once. Send the others after them.`,
  'slot-not-found': 'This is not asked for any more. Load the page again.',
  'slot-accepted': 'What you sent here was accepted already; nothing more is needed.',
  'slot-full': ({ limit }) => `At most ${limit} files go here.`,
  'file-too-large': ({ path, limitBytes }) =>
    `This file is too large: ${path}. Each may have ${formatBytes(Number(limitBytes))}.`,
  'type-unwanted': ({ path, types }) =>
    `This file is not of a type that is asked for: ${path}. Asked for: ${Array.isArray(types) ? types.join(', ') : types}.`,
}
