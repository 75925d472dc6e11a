export { download } from '../../words/en.ts'
