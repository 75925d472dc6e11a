export { supplierProblems } from '../../../../shared/words/problems/zh/supplier-problems.ts'
export { sealedSending } from '../../sealed/words/zh.ts'
export { answer } from '../../words/zh.ts'
