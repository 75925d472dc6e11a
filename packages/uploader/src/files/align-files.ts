import type { PlannedFile } from '@waybill/contract/uploads/endpoints'
import type { SourceFile } from '../upload.ts'
import { matchFiles } from './match-files.ts'
import { isSameState } from './same-state.ts'

/**
 * The files in the order of the plan: a resumed upload may have a different order, and names may have been cleaned.
 * Where path, size and time do not decide, the content does. A number is the index of the first planned file that is
 * missing. Rejects as `matchFiles` does.
 */
export async function alignFiles(
  files: readonly SourceFile[],
  planned: readonly PlannedFile[],
): Promise<readonly SourceFile[] | number> {
  const isInOrder = planned.every((plan, i) => files[i] && files[i].path === plan.path && isSameState(files[i], plan))
  if (isInOrder) return files
  const { matched, mismatches } = await matchFiles({ files: [...planned] }, files)
  return matched ?? planned.findIndex(({ path }) => path === mismatches[0]?.path)
}
