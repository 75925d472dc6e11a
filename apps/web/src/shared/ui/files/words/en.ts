export const files = {
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  showMore: (count: number) => `Show ${count} more`,
  left: (count: number) => (count === 1 ? '1 more file' : `${count} more files`),
}

export type FilesWords = typeof files
