export { download } from '../../en/download.ts'
