/** The part of archiver's interface that the bench uses; the package has no types. */
declare module 'archiver' {
  import type { Transform } from 'node:stream'

  export class ZipArchive extends Transform {
    constructor(options: { store: boolean })
    file(path: string, entry: { name: string }): this
    finalize(): Promise<void>
  }
}
