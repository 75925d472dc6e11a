export { answer } from '../../en/answer.ts'
export { sealedSending } from '../../en/sealed-sending.ts'
export { supplierProblems } from '../../en/supplier-problems.ts'
