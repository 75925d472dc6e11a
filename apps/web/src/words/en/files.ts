export const files = {
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  showMore: (count: number) => `Show ${count} more`,
}

export type FilesWords = typeof files
