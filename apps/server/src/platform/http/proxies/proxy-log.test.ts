import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { logLine, sendDatagrams } from '#test/http/log-line'
import { readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { openProxyLog, type ProxyLog } from './proxy-log.ts'

const open: ProxyLog[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const log of open.splice(0)) await log.close()
})

/** A log that listens at the address, and every line that it has written. */
async function listen(address: string) {
  const out = new PassThrough()
  const lines: string[] = []
  out.on('data', (chunk: Buffer) => lines.push(`${chunk}`))
  const config = readConfig({ PROXY_LOG: address, TRUSTED_PROXIES: '127.0.0.0/8,::1/128' })
  const log = (await openProxyLog(config, pino({ level: 'trace' }, out))) as ProxyLog
  open.push(log)
  return { log, lines }
}

test('refuses an address that is in use, or not of this machine, at the start and says what to do', async () => {
  const address = `127.0.0.1:${await freePort()}`
  await listen(address)
  await expect(listen(address)).rejects.toThrow(new StartError(`${address} is in use. Set PROXY_LOG to a free port.`))
  await expect(listen('192.0.2.7:5514')).rejects.toThrow(
    new StartError('PROXY_LOG: 192.0.2.7:5514 is not an address of this machine.'),
  )
})

test('delivers a line to its waiter, even when the line came first', async () => {
  const port = await freePort()
  const { log } = await listen(`127.0.0.1:${port}`)
  const [one, two] = [log.await(), log.await()]
  await sendDatagrams('127.0.0.1', port, [logLine(two.id, 7), logLine(one.id, 5, { isComplete: false })])
  expect(await one.within(10_000)).toEqual({ bytes: 5, isComplete: false, isFramed: false })
  expect(await two.within(10_000)).toEqual({ bytes: 7, isComplete: true, isFramed: false })
})

test('ignores other datagrams without a line in the log', async () => {
  const port = await freePort()
  const { log, lines } = await listen(`127.0.0.1:${port}`)
  const awaited = log.await()
  const noise = Array.from({ length: 200 }, (_, nth) => Buffer.alloc(nth * 20, nth))
  await sendDatagrams('127.0.0.1', port, [...noise, logLine(awaited.id, 1)])
  expect(await awaited.within(10_000)).toMatchObject({ bytes: 1 })
  expect(lines).toEqual([])
})

test('tells a waiter after its patience that nothing came, and the log once an hour', async () => {
  const { log, lines } = await listen(`127.0.0.1:${await freePort()}`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  for (let nth = 0; nth < 3; nth += 1) {
    const silent = log.await().within(1_200_000)
    await vi.advanceTimersByTimeAsync(1_199_000)
    const early = log.await()
    early.giveUp()
    expect(await early.within(1)).toBeNull()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await silent).toBeNull()
  }
  expect(lines.filter((line) => line.includes('PROXY_LOG'))).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  const silent = log.await().within(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await silent).toBeNull()
  expect(lines.filter((line) => line.includes('PROXY_LOG'))).toHaveLength(2)
})
