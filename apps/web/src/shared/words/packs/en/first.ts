export { shell } from '../../../ui/words/en.ts'
export { onPageProblems } from '../../problems/en/on-page-problems.ts'
