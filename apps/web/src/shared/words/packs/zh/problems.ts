export { problemSentences } from '../../problems/zh/problems.ts'
export { supplierProblems } from '../../problems/zh/supplier-problems.ts'
