/**
 * `npm run test:failover [-- --store s3|disk --front nginx|haproxy --only leader --only still]`: two nodes on Debian's
 * Patroni, etcd and haproxy, and on Ceph, under load, lose one part after the other. Prints the longest pause of each
 * kind of work for each loss, and fails where a promise is broken.
 */
import { parseArgs } from 'node:util'
import { type FailoverReport, runFailovers } from '../apps/server/test/nodes/failover-run.ts'
import { ensureCluster } from './install/ensure-cluster.ts'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 's3' },
    front: { type: 'string', default: 'nginx' },
    only: { type: 'string', multiple: true },
  },
})
ensureCluster()
const report = await runFailovers({
  store: values.store === 'disk' ? 'disk' : 's3',
  front: values.front === 'haproxy' ? 'haproxy' : 'nginx',
  ...(values.only ? { only: values.only } : {}),
  say: (line) => console.log(`  ${line}`),
})
print(report)
process.exitCode = report.broken.length === 0 ? 0 : 1

function print({ pauses, transfers, acknowledgedParts, answers, broken }: FailoverReport): void {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(9)
  console.log(`\n${'Lost'.padEnd(36)}    parts downloads    lists sessions  streams   longest pause, s`)
  for (const { loss, parts, downloads, lists, sessions, streams } of pauses) {
    console.log(loss.padEnd(34) + [parts, downloads, lists, sessions, streams].map(seconds).join(''))
  }
  console.log(`\n${transfers} transfers, ${acknowledgedParts} acknowledged parts; answers ${JSON.stringify(answers)}`)
  for (const line of broken) console.log(`  BROKEN ${line}`)
  console.log(broken.length === 0 ? 'every promise held' : `${broken.length} promises broken`)
}
