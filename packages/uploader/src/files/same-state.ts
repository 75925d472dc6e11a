import type { SourceFile } from '../upload.ts'

type State = Pick<SourceFile, 'bytes' | 'modifiedAt'>

/** Whether size and time of change agree. Times count in whole milliseconds, as browsers give them. */
export function isSameState(a: State, b: State): boolean {
  return a.bytes === b.bytes && Math.trunc(a.modifiedAt) === Math.trunc(b.modifiedAt)
}
