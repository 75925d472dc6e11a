export { onPageProblems } from '../../zh/on-page-problems.ts'
export { shell } from '../../zh/shell.ts'
