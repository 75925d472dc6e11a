export const files = {
  fileCount: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  showMore: (count: number) => `Show ${count} more`,
  left: (count: number) => (count === 1 ? '1 more file' : `${count} more files`),
  /** A file by its name, with the number of others. */
  namedFiles: (first: string, count: number) =>
    count <= 1 ? first : count === 2 ? `${first} and 1 more file` : `${first} and ${count - 1} more files`,
}

export type FilesWords = typeof files
