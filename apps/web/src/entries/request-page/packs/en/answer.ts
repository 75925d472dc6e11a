export { supplierProblems } from '../../../../shared/words/problems/en/supplier-problems.ts'
export { sealedSending } from '../../sealed/words/en.ts'
export { answer } from '../../words/en.ts'
