export { problemSentences } from '../../problems/en/problems.ts'
export { supplierProblems } from '../../problems/en/supplier-problems.ts'
