import { extensionOf } from '@waybill/contract/core/names'
import type { ProblemCode, ProblemFacts } from '@waybill/contract/core/problems'
import { isTypeWanted, judgeSubmission } from '@waybill/contract/requests/item-rules'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import { isBarredType } from '@waybill/contract/uploads/barred-types'
import type { FileDoubt } from './look-at-files.ts'

/** Why one file may not be sent. */
export type FileFinding = { code: ProblemCode | 'disguised'; facts: ProblemFacts }

interface Candidate {
  id: string
  item: string
  source: { path: string; bytes: number }
  doubt: FileDoubt | null
}

export interface Judged<File> {
  /** The files that would be sent, in order. */
  fit: readonly File[]
  bytes: number
  /** By the id of each refused file. */
  findings: ReadonlyMap<string, FileFinding>
  /** Why all of them together cannot be sent. */
  over: ReadonlyArray<{ code: ProblemCode; facts: ProblemFacts }>
}

type Asked = Pick<RequestView, 'limits' | 'items'>

/** The types that the item or the request names. */
export const wantedIn = ({ limits, items }: Asked, itemId: string): string[] => [
  ...limits.types,
  ...(items.find(({ _id }) => _id === itemId)?.types ?? []),
]

/** The types that an item accepts, by its own list and by the whole request's; an empty list accepts every file. */
export function typesTaken(
  { limits }: Pick<Asked, 'limits'>,
  { types }: { types: readonly string[] },
): readonly string[] {
  if (types.length === 0) return limits.types
  return types.filter((type) => isTypeWanted(limits.types, `file.${type}`))
}

/** Which of the chosen files may be sent, by the server's own rule: each file alone, then all together. */
export function judgeChosen<File extends Candidate>(request: Asked, chosen: readonly File[]): Judged<File> {
  const items = request.items.map(({ _id, maxFiles, maxBytes, types }) => ({ id: _id, maxFiles, maxBytes, types }))
  const held = new Map(
    request.items.map(({ _id, fileCount, state }) => [_id, { files: fileCount, isAccepted: state === 'accepted' }]),
  )
  const unbound = {
    maxBytes: Number.POSITIVE_INFINITY,
    maxFiles: Number.POSITIVE_INFINITY,
    types: request.limits.types,
  }
  const findings = new Map<string, FileFinding>()
  const fit: File[] = []
  for (const file of chosen) {
    const before = held.get(file.item)
    const heldNow = before ? [{ item: file.item, ...before }] : []
    const [worst] = judgeSubmission(unbound, items, heldNow, [asSubmissionFile(file)])
    const finding = worst ?? judgeKind(request, file)
    if (finding) findings.set(file.id, finding)
    else {
      fit.push(file)
      if (before) before.files += 1
    }
  }
  const bytes = fit.reduce((sum, { source }) => sum + source.bytes, 0)
  const over =
    fit.length === 0 ? [] : judgeSubmission(request.limits, items, [], fit.map(asSubmissionFile)).filter(isOfAll)
  return { fit, bytes, findings, over }
}

const asSubmissionFile = ({ item, source: { path, bytes } }: Candidate) => ({ item, path, bytes })

const isOfAll = ({ code }: { code: ProblemCode }): boolean =>
  code === 'over-submission-limit' || code === 'submission-too-many-files'

function judgeKind(request: Asked, { item, source: { path }, doubt }: Candidate): FileFinding | null {
  const isAskedFor = wantedIn(request, item).includes(extensionOf(path))
  if (doubt === 'barred' || (isBarredType(path) && !isAskedFor)) return { code: 'insecure-file-type', facts: { path } }
  return doubt === 'disguised' ? { code: 'disguised', facts: { path } } : null
}
