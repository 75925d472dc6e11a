import { formatBytes } from '@waybill/contract/core/sizes'
import type { Sentence, SupplierProblem } from '../on-page-problem.ts'

/** The sentences for what the supplier's page finds by itself. */
export const supplierProblems: Record<SupplierProblem, Sentence> = {
  'over-submission-limit': ({ limitBytes }) =>
    `This is too much at once: you can send up to ${formatBytes(Number(limitBytes))} at a time. Send it in parts.`,
  'submission-too-many-files': ({ limit }) =>
    `You can send at most ${limit} files at a time. Send the others afterwards.`,
  'item-not-found': 'This item is no longer requested. Reload the page.',
  'item-accepted': 'What you sent for this item has already been accepted. Nothing more is needed.',
  'item-full': ({ limit }) => (limit === 1 ? 'Only one file fits here.' : `At most ${limit} files fit here.`),
  'file-too-large': ({ path, limitBytes }) =>
    `This file is too large: ${path}. Each file can be up to ${formatBytes(Number(limitBytes))}.`,
  'type-unwanted': ({ path, types }) =>
    `This file is of a type that is not accepted here: ${path}. Accepted: ${Array.isArray(types) ? types.join(', ') : types}.`,
}
