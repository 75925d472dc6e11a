export { download } from '../../zh/download.ts'
