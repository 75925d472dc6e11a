/** A server that is killed with -9 while people download from it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { until } from '#test/app/until'
import { KillableServer } from '#test/crash/killable-server'
import { ExactSocket } from '#test/http/exact-socket'
import { atRest, claimOf, isFinished, MB, type Reading, ReadingApp, rangeOf } from '#test/transfers/reading-app'

const LIFE = 120_000

let readers: ReadingApp
let server: KillableServer
beforeAll(async () => {
  readers = await ReadingApp.make()
  const { DATABASE_URL = '' } = readers.app.env
  server = new KillableServer(readers.app.dataDir, await freePort(), { DATABASE_URL, TRUSTED_PROXIES: '' })
  await server.start()
}, LIFE)
afterAll(async () => {
  await server?.kill(false)
  await readers?.close()
})

const openThere = ({ url }: Reading) => ExactSocket.open(server.origin, new URL(url).pathname)

test(
  'counts what was saved, finishes nothing because of the death, and completes the file for those who continue',
  async () => {
    const bytes = 12 * MB
    const all = []
    for (const take of [0, MB, bytes]) {
      const one = await readers.reading(bytes)
      const socket = await openThere(one)
      await socket.take(take)
      all.push({ one, socket, take })
    }
    // What arrived is saved each second.
    for (const { one, take } of all) await until(async () => ((await claimOf(one))?.bytes ?? 0) >= take)
    const arrived = await Promise.all(all.map(({ socket }) => atRest(socket)))
    await server.kill(false)
    for (const { socket } of all) socket.close()
    await readers.waitOut()
    for (const [nth, { one }] of all.entries()) {
      const claim = await claimOf(one)
      expect(claim?.finished_at ?? null).toBeNull()
      expect(claim?.bytes ?? 0).toBeLessThanOrEqual(arrived[nth] ?? 0)
    }
    const { one } = all[1] as (typeof all)[number]
    const rest = await one.open({ ...rangeOf(MB), 'if-range': `"${(await claimOf(one))?.file_id}"` })
    await rest.take()
    rest.close()
    await until(() => isFinished(one))
    expect(await claimOf(one)).toMatchObject({ bytes, doubt_bytes: 0 })
  },
  LIFE,
)
