export { shell } from '../../../ui/words/zh.ts'
export { onPageProblems } from '../../problems/zh/on-page-problems.ts'
