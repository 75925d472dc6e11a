import { formatBytes } from '@waybill/contract/core/sizes'
import type { Sentence, SupplierProblem } from '../on-page-problem.ts'

export const supplierProblems: Record<SupplierProblem, Sentence> = {
  'over-submission-limit': ({ limitBytes }) =>
    `一次发送太多：每次最多 ${formatBytes(Number(limitBytes))}，请分几次发送。`,
  'submission-too-many-files': ({ limit }) => `一次最多发送 ${limit} 个文件，其余请稍后再发。`,
  'item-not-found': '这一项已不再需要，请重新加载页面。',
  'item-accepted': '对方已接受您为此项发送的文件，无需再发。',
  'item-full': ({ limit }) => `此项最多 ${limit} 个文件。`,
  'file-too-large': ({ path, limitBytes }) => `文件太大：${path}。每个文件最大 ${formatBytes(Number(limitBytes))}。`,
  'type-unwanted': ({ path, types }) =>
    `文件类型不符：${path}。要求的类型：${Array.isArray(types) ? types.join('、') : types}。`,
}
