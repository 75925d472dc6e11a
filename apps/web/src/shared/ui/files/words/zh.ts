import type { FilesWords } from './en.ts'

export const files: FilesWords = {
  fileCount: (count) => `${count} 个文件`,
  showMore: (count) => `再显示 ${count} 个`,
  left: (count) => `其余 ${count} 个文件`,
  namedFiles: (first, count) => (count <= 1 ? first : `${first} 等 ${count} 个文件`),
}
