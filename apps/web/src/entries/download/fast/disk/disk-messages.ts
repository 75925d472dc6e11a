/** What the page asks of the worker that holds a download's file, one after the other. */
export type DiskRequest =
  | { kind: 'open'; name: string }
  | { kind: 'write'; at: number; bytes: Uint8Array }
  | { kind: 'sum'; from: number; to: number }
  /** Copies everything to a file that was picked, where it has this checksum. */
  | { kind: 'save'; to: FileSystemFileHandle; bytes: number; crc32: number }
  | { kind: 'close' }

export interface DiskReply {
  ticket: number
  /** Of 'sum'; 'save': 1 where the checksum is right, else 0 and nothing is saved. */
  value: number
  error: { name: string; message: string } | null
}

/** The folder of the browser's private file system where downloads are kept until they are complete. */
export const DOWNLOADS_FOLDER = 'downloads'
