export { answer } from '../../zh/answer.ts'
export { sealedSending } from '../../zh/sealed-sending.ts'
export { supplierProblems } from '../../zh/supplier-problems.ts'
