export { problemSentences } from '../../en/problems.ts'
export { supplierProblems } from '../../en/supplier-problems.ts'
