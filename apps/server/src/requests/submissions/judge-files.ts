import type { Role } from '@waybill/contract/billing/plans'
import { extensionOf } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import { judgeSubmission, type SubmissionFile } from '@waybill/contract/requests/item-rules'
import { isBarredType } from '@waybill/contract/uploads/barred-types'
import { beginsAsNamed } from '@waybill/contract/uploads/type-signatures'
import type { Context } from '../../context.ts'
import { type SniffedFile, sniffFiles } from '../../transfers/index.ts'
import type { ItemRow } from '../content-store.ts'
import { limitsOf } from '../manage/present-request.ts'
import type { RequestRow } from '../request-store.ts'
import type { listProgress } from '../submission-progress-store.ts'

type Held = Awaited<ReturnType<typeof listProgress>>
type Item = Pick<ItemRow, 'id' | 'kind' | 'types' | 'max_files' | 'max_bytes'>

/** Types that were requested by name for this file. */
function wantedFor(request: Pick<RequestRow, 'types'>, items: readonly Item[], itemId: string): readonly string[] {
  return [...request.types, ...(items.find(({ id }) => id === itemId)?.types ?? [])]
}

/** Whether a type that strangers may not send is permitted: it was requested by name. */
const isAskedFor = (path: string, wanted: readonly string[]): boolean => wanted.includes(extensionOf(path))

/** @throws the Problem of the worst finding; 'insecure-file-type' {path} for a type that was not requested */
export function requireFit(
  request: RequestRow,
  role: Role,
  items: readonly Item[],
  { held, files, isByLink = false }: { held: Held; files: readonly SubmissionFile[]; isByLink?: boolean },
): void {
  const [worst] = judgeSubmission(
    { ...limitsOf(request, role, { isByLink }), types: request.types },
    items
      .filter(({ kind }) => kind === 'files')
      .map(({ id, types, max_files, max_bytes }) => ({ id, types, maxFiles: max_files, maxBytes: max_bytes })),
    held.map(({ item_id, file_count, state }) => ({
      item: item_id,
      files: file_count,
      isAccepted: state === 'accepted',
    })),
    files,
  )
  if (worst) throw new Problem(worst.code, worst.facts)
  const barred = files.find(
    ({ path, item }) => isBarredType(path) && !isAskedFor(path, wantedFor(request, items, item)),
  )
  if (barred) throw new Problem('insecure-file-type', { path: barred.path })
}

/**
 * Checks the first bytes of submitted files: nothing hides under another name, and a file for a requested type has that
 * type.
 *
 * @throws Problem 'insecure-file-type' {path} | 'type-unwanted' {path, types}
 */
export async function sniffSubmission(
  ctx: Pick<Context, 'db' | 'stores'>,
  request: Pick<RequestRow, 'types'>,
  items: readonly Item[],
  files: ReadonlyArray<SubmissionFile & SniffedFile>,
): Promise<void> {
  const wanted = new Map(files.map(({ path, item }) => [path, { types: wantedFor(request, items, item), item }]))
  await sniffFiles(ctx, files, (path, head, isBarred) => {
    const { types = [], item = '' } = wanted.get(path) ?? {}
    if (isBarred && !isAskedFor(path, types)) return new Problem('insecure-file-type', { path })
    if (types.length === 0 || beginsAsNamed(path, head)) return null
    return new Problem('type-unwanted', { item, path, types: [...types] })
  })
}
