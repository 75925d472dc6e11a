import { StartError } from '../../platform/config/start-error.ts'

/** A file of `content/` that cannot be published as it is. The sentence names the file and, where known, the line. */
export class ContentError extends StartError {
  override readonly name = 'ContentError'

  constructor(file: string, line: number | null, reason: string) {
    super(line === null ? `${file} ${reason}` : `${file}, line ${line}, ${reason}`)
  }
}

/** Says what is wrong at a line of the file that is being read, counted from 1. */
export type Fail = (line: number, reason: string) => never
