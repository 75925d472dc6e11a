export { problemSentences } from '../../zh/problems.ts'
export { supplierProblems } from '../../zh/supplier-problems.ts'
