import type { Role } from '@waybill/contract/billing/plans'
import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { Problem } from '@waybill/contract/core/problems'
import { DEFAULT_EXPIRY_SECONDS } from '@waybill/contract/transfers/expiry'
import { type DraftFile, judgeDraft } from '@waybill/contract/transfers/manifest'

/**
 * Judges the files that a transfer would have by the rules of a draft: their count and size together, and the names
 * of the new ones.
 *
 * @throws the Problem of the worst finding
 */
export function requireRoomFor(role: Role, kept: readonly { bytes: number }[], added: readonly DraftFile[]): void {
  // What else a draft holds was judged when it was sent, and the kept files' names were too.
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

/** Paths of added files beside those the transfer keeps, which stay as they are. */
export function pathsBeside(kept: readonly string[], added: readonly string[]): string[] {
  const paths = dedupePaths([...kept, ...added])
  if (kept.every((path, nth) => paths[nth] === path)) return paths.slice(kept.length)
  // A folder of the new ones is called like a kept file: without folders they can only clash among names.
  return dedupePaths([...kept, ...added.map((path) => path.slice(path.lastIndexOf('/') + 1))]).slice(kept.length)
}
