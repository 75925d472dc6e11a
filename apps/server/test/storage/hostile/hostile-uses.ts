import { actsOnBuckets } from './acts-on-buckets.ts'
import { actsOnFiles } from './acts-on-files.ts'
import { falseProofs } from './false-proofs.ts'
import { filesOfOthers } from './files-of-others.ts'
import type { HostileUse } from './hostile-use.ts'
import { unplannedBodies } from './unplanned-bodies.ts'

/** Everything that storage credentials must not do, by kinds. Each is another use: no two have one name. */
export const hostileKinds: ReadonlyArray<readonly HostileUse[]> = [
  filesOfOthers,
  actsOnFiles,
  actsOnBuckets,
  falseProofs,
  unplannedBodies,
]
export const hostileUses = hostileKinds.flat()

/** Those that a store refuses, each with its status and code; 1: the disk store, 2: Ceph. */
export const refusedBy = (uses: readonly HostileUse[], store: 1 | 2) =>
  uses.flatMap((use) => (use[store] ? [[use[0], use[store], use[3]] as const] : []))

export const refusedOnDisk = refusedBy(hostileUses, 1)
export const refusedOnCeph = refusedBy(hostileUses, 2)
/** Those that an S3 store lets happen. */
export const harmlessOnCeph = hostileUses.filter(([, , onCeph]) => onCeph === null)

/** As the table writes it: '403 AccessDenied'. */
export const refusalOf = ({ status, code }: { status: number; code: string | null }): string =>
  code === null ? String(status) : `${status} ${code}`
