/**
 * The compose file as an operator starts it, by docker-compose: with our image, and stand-ins under the names of the two
 * others. The test changes the ports, which this machine may be using, and the address of the store.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../app/free-port.ts'
import { remoteSite } from '../app/remote-site.ts'
import { until } from '../app/until.ts'
import { OutboxFolder } from '../mail/outbox-folder.ts'
import type { Site } from '../people/people.ts'
import { buildImages, buildStandIns } from './build-images.ts'
import { Containers, run } from './containers.ts'
import { receiveThere, type SentThere, sendThere } from './send-and-receive.ts'

const FILE = join(import.meta.dirname, '../../../../deploy/compose.yaml')
/** How long three servers may take to start, each after the one before. */
const PATIENCE_MS = 240_000
/** The store has an address that browsers and the container both reach. */
const NETWORK = { subnet: '10.89.213.0/24', store: '10.89.213.10' }

let containers: Containers
let site: Site
let compose: (...words: string[]) => string
beforeAll(async () => {
  containers = new Containers()
  buildImages(containers)
  await buildStandIns(containers)
  const { folder, env } = containers
  const [port, storePort] = [await freePort(), await freePort()]
  // Without an SMTP server mails stay in the volume; the mailbox is for callers on its own machine.
  const outbox = new OutboxFolder(containers.volume('tried_waybill'))
  site = remoteSite(`http://localhost:${port}`, () => outbox.mails())
  const changes = [
    ['"127.0.0.1:3000:3000"', `"127.0.0.1:${port}:3000"`],
    ['"127.0.0.1:8333:8333"', `"127.0.0.1:${storePort}:8333"`],
  ] as const
  const text = readFileSync(FILE, 'utf8')
  for (const [from] of changes) expect(text).toContain(from)
  writeFileSync(
    join(folder, 'compose.yaml'),
    changes.reduce((all, [from, to]) => all.replace(from, to), text),
  )
  const beside = {
    version: '3.8',
    services: {
      store: { networks: { default: { ipv4_address: NETWORK.store } } },
    },
    networks: { default: { ipam: { config: [{ subnet: NETWORK.subnet }] } } },
  }
  writeFileSync(join(folder, 'beside.yaml'), JSON.stringify(beside))
  const settings = {
    PUBLIC_URL: site.origin,
    DATABASE_PASSWORD: 'a-password-of-the-test',
    S3_ENDPOINT: `http://${NETWORK.store}:8333`,
    S3_ACCESS_KEY_ID: 'waybillkey',
    S3_SECRET_ACCESS_KEY: 'waybillsecret',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  const host = await containers.serve()
  const files = ['--file', 'compose.yaml', '--file', 'beside.yaml', '--project-name', 'tried']
  compose = (...words) => run('docker-compose', ['--host', host, ...files, ...words], { cwd: folder, env })
})
afterAll(() => {
  try {
    compose?.('down', '--volumes', '--timeout', '10')
  } finally {
    containers?.close()
  }
})

const isReady = () =>
  fetch(`${site.origin}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

let sent: SentThere

test('comes up healthy with its database and its store, and delivers what was sent', async () => {
  compose('up', '--detach')
  await until(isReady, PATIENCE_MS)
  // Named after its service. Podman runs no checks by itself where no systemd is.
  for (const service of ['waybill', 'database']) expect(await containers.isHealthy(`tried_${service}_1`)).toBe(true)
  const health = await fetch(`${site.origin}/-/health`)
  expect(await health.json()).toMatchObject({ status: 'ok' })
  sent = await sendThere(site)
  await receiveThere(site, sent)
})

test('goes down, and comes up again with everything', async () => {
  compose('down', '--timeout', '60')
  expect(await isReady()).toBe(false)
  compose('up', '--detach')
  await until(isReady, PATIENCE_MS)
  await receiveThere(site, sent)
})
