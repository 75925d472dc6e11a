import type { Role } from '@waybill/contract/billing/plans'
import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { Problem } from '@waybill/contract/core/problems'
import { DEFAULT_EXPIRY_SECONDS } from '@waybill/contract/transfers/expiry'
import { type DraftFile, judgeDraft } from '@waybill/contract/transfers/manifest'

/**
 * Applies a draft's rules to all files that a transfer would have: their total count and size, and the names of the new
 * ones.
 *
 * @throws the Problem of the worst finding
 */
export function requireRoomFor(role: Role, kept: readonly { bytes: number }[], added: readonly DraftFile[]): void {
  // The rest of a draft was checked when it was sent, and so were the existing files' names.
  const sent = {
    sendAs: 'link',
    emailTo: [],
    senderEmail: '',
    message: '',
    expirySeconds: DEFAULT_EXPIRY_SECONDS,
  } as const
  const forwarded = kept.map(({ bytes }) => ({ path: '', bytes }))
  const [worst] = judgeDraft({ role, ...sent, files: added, forwarded })
  if (worst) throw new Problem(worst.code, worst.facts)
}

/** Paths of added files, unique beside the transfer's existing ones, which stay unchanged. */
export function pathsBeside(kept: readonly string[], added: readonly string[]): string[] {
  const paths = dedupePaths([...kept, ...added])
  if (kept.every((path, nth) => paths[nth] === path)) return paths.slice(kept.length)
  // A new folder has the name of an existing file: without folders only file names can clash.
  return dedupePaths([...kept, ...added.map((path) => path.slice(path.lastIndexOf('/') + 1))]).slice(kept.length)
}
