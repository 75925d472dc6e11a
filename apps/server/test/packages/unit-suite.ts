/** The systemd unit as an operator runs it, by a systemd that has booted for it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareApp } from '../../../../scripts/release/prepare-app.ts'
import { lowPort } from '../app/free-port.ts'
import { OPERATOR_TOKEN } from '../app/operator-token.ts'
import { remoteSite } from '../app/remote-site.ts'
import { until } from '../app/until.ts'
import type { Site } from '../people/people.ts'
import { BootedMachine } from './booted-machine.ts'
import { run } from './containers.ts'
import { receiveThere, type SentThere, sendThere } from './send-and-receive.ts'

const PATIENCE_MS = 120_000

let machine: BootedMachine
let site: Site
let sent: SentThere
beforeAll(async () => {
  machine = new BootedMachine()
  const app = join(machine.folder, 'app')
  mkdirSync(app)
  prepareApp(app)
  run('node', [
    '--eval',
    `import('${app}/apps/server/src/platform/database/embedded/embedded-binaries.ts').then((m) => m.findBinaries())`,
  ])
  // Below 1024, which takes the right that the unit gives.
  const port = await lowPort()
  site = remoteSite(`http://127.0.0.1:${port}`)
  const own = { PORT: String(port), PUBLIC_URL: site.origin, UPLOAD_PORTS: 'none', OPERATOR_TOKEN }
  await machine.start(app, { ...own, TRUSTED_PROXIES: '127.0.0.0/8' })
})
afterAll(() => machine?.close())

const isReady = () =>
  fetch(`${site.origin}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

test('starts as a user of its own, draws in the sandbox, and delivers what was sent', async () => {
  await until(isReady, PATIENCE_MS)
  const said = machine.journal()
  expect(said).toContain('"sandbox":"filtered","by":"bubblewrap"')
  const status = machine.run('cat', `/proc/${machine.show('MainPID')}/status`)
  expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBeGreaterThanOrEqual(61_184)
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  sent = await sendThere(site)
  await receiveThere(site, sent)
})

test('starts again by itself when it or the server in it is killed, with all data', async () => {
  const killed = machine.show('MainPID')
  machine.kill(killed)
  await until(() => machine.show('NRestarts') === '1', PATIENCE_MS)
  await until(isReady, PATIENCE_MS)
  await receiveThere(site, sent)

  const main = machine.show('MainPID')
  expect(main).not.toBe(killed)
  const server = () => machine.run('cat', `/proc/${main}/task/${main}/children`).trim().split(' ')[0] ?? ''
  const before = server()
  machine.kill(before)
  await until(() => !['', before].includes(server()), PATIENCE_MS)
  await until(isReady, PATIENCE_MS)
  // Its supervisor did that: systemd saw nothing.
  expect([machine.show('MainPID'), machine.show('NRestarts')]).toEqual([main, '1'])
  await receiveThere(site, sent)
})

test('restarts and stops in order when told', async () => {
  const before = machine.show('MainPID')
  machine.run('systemctl', 'restart', 'waybill')
  await until(isReady, PATIENCE_MS)
  expect(machine.show('MainPID')).not.toBe(before)
  await receiveThere(site, sent)
  machine.run('systemctl', 'stop', 'waybill')
  expect(['ActiveState', 'Result'].map((name) => machine.show(name))).toEqual(['inactive', 'success'])
  expect(await isReady()).toBe(false)
})
