/** The image as an operator runs it: not as root, with a file system that nobody can write, data in a volume. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { buildImages, IMAGE } from './build-images.ts'
import { Containers } from './containers.ts'

let containers: Containers
let port: number
let origin: string
beforeAll(async () => {
  containers = new Containers()
  port = await freePort()
  // Another name than the check in the container calls.
  origin = `http://localhost:${port}`
  buildImages(containers)
})
afterAll(() => containers?.close())

const settings = () => {
  const own = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin, SMTP_URL: '', TRUSTED_PROXIES: '' }
  return Object.entries(own).flatMap(([name, value]) => ['--env', `${name}=${value}`])
}
const start = (name: string) =>
  containers.start(
    ...['--rm', '--name', name, '--network', 'host', '--cgroups', 'disabled', '--ulimit', 'host'],
    ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    ...['--volume', 'waybill:/data', ...settings(), IMAGE],
  )
const statusOf = (path: string) =>
  fetch(origin + path).then(
    ({ status }) => status,
    () => null,
  )

test('runs as a user without rights, writes to its volume alone, stops when told, and finds its data again', async () => {
  const first = start('first')
  await until(async () => (await statusOf('/-/ready')) === 200, 120_000)
  expect(await statusOf('/')).toBe(200)
  expect(containers.podman('healthcheck', 'run', 'first').status).toBe(0)
  const inside = (words: string) => containers.podman('exec', 'first', 'sh', '-c', words)
  expect(inside('id -un').told.trim()).toBe('waybill')
  expect(inside('grep CapEff /proc/1/status').told).toContain('0000000000000000')
  expect(inside('touch /opt/waybill/x').told).toContain('Read-only file system')
  expect(inside('touch /data/x && rm /data/x').status).toBe(0)
  const health = (await (await fetch(`${origin}/-/health`)).json()) as { status: string }
  expect(health.status).toBe('ok')
  expect(containers.podman('stop', '--time', '60', 'first').status).toBe(0)
  const said = await first.out
  expect(said).toContain('"isNew":true')
  expect(said).toContain('"state":"stopped"')

  const second = start('second')
  await until(async () => (await statusOf('/-/ready')) === 200, 120_000)
  expect(containers.podman('stop', '--time', '60', 'second').status).toBe(0)
  expect(await second.out).not.toContain('"isNew":true')
})
