import type { ManifestFile, PlannedFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile } from '../upload.ts'
import { fingerprintFiles, withoutPath } from './fingerprint.ts'
import { isSameState } from './same-state.ts'

export interface Mismatch {
  /** The planned file's path. */
  path: string
  /** `changed`: same size, another time of change. `content`: same size and time, other bytes. */
  reason: 'missing' | 'size' | 'content' | 'changed'
}

interface Picked {
  file: SourceFile
  identity: string
}

/**
 * Finds the planned files among the files picked again, from any folder. `matched` is in the order of the plan, ready
 * for `startUpload`, and null when any is missing; `mismatches` then says which and why. Extra files are left out.
 * `manifest` is an earlier result of `fingerprintFiles` for them, if there is one. Rejects as `fingerprintFiles` does.
 */
export async function matchFiles(
  plan: Pick<UploadPlan, 'files'>,
  files: readonly SourceFile[],
  manifest?: readonly ManifestFile[],
): Promise<{ matched: SourceFile[] | null; mismatches: Mismatch[] }> {
  const known = manifest ?? (await fingerprintFiles(files))
  const picked = files.map((file, i) => ({ file, identity: withoutPath(known[i]?.fingerprint ?? '') }))
  const byIdentity = Map.groupBy(picked, ({ identity }) => identity)
  const matched: SourceFile[] = []
  const mismatches: Mismatch[] = []
  // Exact paths first, so that one of two equal files does not take the other's place.
  const taken = new Map<PlannedFile, SourceFile>()
  for (const isExact of [true, false]) {
    for (const planned of plan.files) {
      if (taken.has(planned)) continue
      const candidates = byIdentity.get(withoutPath(planned.fingerprint)) ?? []
      const index = isExact ? candidates.findIndex(({ file }) => isPathOf(planned, file)) : 0
      const [found] = index < 0 ? [] : candidates.splice(index, 1)
      if (found) taken.set(planned, found.file)
    }
  }
  for (const planned of plan.files) {
    const file = taken.get(planned)
    if (file) matched.push(file)
    else mismatches.push({ path: planned.path, reason: reasonFor(planned, picked) })
  }
  return { matched: mismatches.length === 0 ? matched : null, mismatches }
}

function isPathOf(planned: PlannedFile, file: SourceFile): boolean {
  return file.path === planned.path
}

function reasonFor(planned: PlannedFile, picked: readonly Picked[]): Mismatch['reason'] {
  const namesake =
    picked.find(({ file }) => isPathOf(planned, file)) ??
    picked.find(({ file }) => nameOf(file.path) === nameOf(planned.path))
  if (!namesake) return 'missing'
  if (namesake.file.bytes !== planned.bytes) return 'size'
  if (!isSameState(namesake.file, planned)) return 'changed'
  // A file with the same name and content matched another planned file of that name.
  return namesake.identity === withoutPath(planned.fingerprint) ? 'missing' : 'content'
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).normalize('NFC')
}
