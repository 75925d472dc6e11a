export { onPageProblems } from '../../en/on-page-problems.ts'
export { shell } from '../../en/shell.ts'
