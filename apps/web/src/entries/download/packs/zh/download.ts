export { download } from '../../words/zh.ts'
