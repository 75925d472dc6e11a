import { statfs } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { countJobsByTask } from '../jobs/job-list-store.ts'
import { countMails } from '../mail-transport/index.ts'
import { type Sample, shareReading } from './metrics.ts'

type Needs = Pick<Context, 'metrics' | 'db' | 'pool' | 'jobPool' | 'config'>

/** What the platform knows about itself: connections to the database, jobs, mails and disk. */
export function watchPlatform({ metrics, db, pool, jobPool, config }: Needs): void {
  const readJobs = shareReading(() => countJobsByTask(db))
  metrics.watch(
    { name: 'waybill_pool_connections', help: 'Connections to the database', labels: ['pool', 'state'] },
    () =>
      Object.entries({ calls: pool, jobs: jobPool }).flatMap(([name, { totalCount, idleCount }]) => [
        { labels: { pool: name, state: 'used' }, value: totalCount - idleCount },
        { labels: { pool: name, state: 'idle' }, value: idleCount },
      ]),
  )
  metrics.watch({ name: 'waybill_pool_waiting', help: 'Statements that wait for a connection', labels: ['pool'] }, () =>
    Object.entries({ calls: pool, jobs: jobPool }).map(([name, { waitingCount }]) => ({
      labels: { pool: name },
      value: waitingCount,
    })),
  )
  metrics.watch(
    { name: 'waybill_jobs', help: 'Jobs of all processes that are due, running or failed', labels: ['task', 'state'] },
    async () =>
      (await readJobs()).flatMap(({ task, waiting, running, failed }): Sample[] => [
        { labels: { task, state: 'waiting' }, value: waiting },
        { labels: { task, state: 'running' }, value: running },
        { labels: { task, state: 'failed' }, value: failed },
      ]),
  )
  metrics.watch(
    { name: 'waybill_jobs_oldest_seconds', help: 'How long the oldest due job waits', labels: ['task'] },
    async () => (await readJobs()).map(({ task, oldestSeconds }) => ({ labels: { task }, value: oldestSeconds })),
  )
  metrics.watch(
    { name: 'waybill_mails_waiting', help: 'Mails that the mail server has not accepted yet' },
    async () => [{ value: (await countMails(db)).waiting }],
  )
  metrics.watch({ name: 'waybill_disk_free_bytes', help: 'Free space on the disk of the data folder' }, async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return [{ value: bavail * bsize }]
  })
}
