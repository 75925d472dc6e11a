/**
 * `npm run test:upgrade [-- --from REF]`: updates two nodes of the release before this one to this one, under load, with
 * one of them always serving.
 */
import { parseArgs } from 'node:util'
import { buildFirstSound, releasesBefore } from '../apps/server/test/nodes/former-build.ts'
import { runUpgrade } from '../apps/server/test/nodes/upgrade-run.ts'
import { ensurePrograms } from './install/ensure-programs.ts'

const { values } = parseArgs({ options: { from: { type: 'string' } } })
ensurePrograms({ '/usr/sbin/nginx': 'nginx-light' }, 'An update with one node always serving needs a balancer')
const former = buildFirstSound(values.from ? [values.from] : releasesBefore())
try {
  console.log(`  from ${former.ref}; new migrations: ${former.newMigrations.join(', ') || 'none'}`)
  const { broken, longestMs, ...report } = await runUpgrade(former, (line) => console.log(`  ${line}`))
  console.log(JSON.stringify(report))
  const pauses = Object.entries(longestMs).map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`)
  console.log(`longest pauses: ${pauses.join(', ')}`)
  for (const line of broken) console.log(`  BROKEN ${line}`)
  console.log(broken.length === 0 ? 'every promise held' : `${broken.length} promises broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  former.remove()
}
