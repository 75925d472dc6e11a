/** Debian's Prometheus scrapes a running server, and its promtool checks the format, the rules and the dashboard. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../app/free-port.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { makeAccount } from '../people/account-person.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const DOCS = join(import.meta.dirname, '../../../../docs/metrics')
const TOKEN = 'the-metrics-token-of-tests'
let app: TestApp
let folder: string
let prometheus: ChildProcess
let api: string

interface Found {
  status: string
  data: { result: Array<{ metric: Record<string, string>; value: [number, string] }> }
}

const query = async (expr: string): Promise<Found> => {
  const answer = await fetch(`${api}/query?query=${encodeURIComponent(expr)}`)
  return (await answer.json()) as Found
}
const promtool = (args: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: DOCS, input, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

beforeAll(async () => {
  app = await makeTestApp({ env: { METRICS_TOKEN: TOKEN, HOST: '0.0.0.0' } })
  folder = mkdtempSync(join(tmpdir(), 'waybill-prometheus-'))
  writeFileSync(join(folder, 'token'), TOKEN)
  const settings = `
global: { scrape_interval: 1s }
rule_files: ['${join(DOCS, 'alerts.yml')}']
scrape_configs:
  - job_name: waybill
    metrics_path: /-/metrics
    authorization: { credentials_file: '${join(folder, 'token')}' }
    static_configs: [{ targets: ['127.0.0.2:${app.config.port}', '127.0.0.1:${app.config.port}'] }]
`
  writeFileSync(join(folder, 'prometheus.yml'), settings)
  const port = await freePort()
  api = `http://127.0.0.1:${port}/api/v1`
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  await until(() =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
})
afterAll(async () => {
  prometheus?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await app?.close()
})

test('promtool finds nothing wrong with the rules, and each fires when it should', () => {
  expect(promtool(['check', 'rules', 'alerts.yml'])).toMatchObject({ status: 0 })
  expect(promtool(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0 })
})

test('promtool accepts the format', async () => {
  await app.call('listTransfers')
  const text = await (await app.fetch('/-/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  expect(promtool(['check', 'metrics'], text).text).toBe('')
  expect(promtool(['check', 'metrics'], text).status).toBe(0)
})

test('Prometheus scrapes it, and understands every query of the dashboard and the alerts', async () => {
  const person = await makeAccount(app)
  await person.send({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  await until(async () => (await query('sum(waybill_http_requests_total{route="/quicksend2"})')).data.result.length > 0)
  // By an address that no page has, too.
  await until(async () => (await query('up == 1')).data.result.length === 2)
  const { panels } = JSON.parse(readFileSync(join(DOCS, 'dashboard.json'), 'utf8'))
  const shown = panels.flatMap(({ targets }: { targets: Array<{ expr: string }> }) => targets.map(({ expr }) => expr))
  const alerts = [...readFileSync(join(DOCS, 'alerts.yml'), 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(
    ([, expr]) => expr,
  )
  expect([shown.length, alerts.length]).toEqual([19, 10])
  for (const expr of [...shown, ...alerts]) expect([expr, (await query(expr)).status]).toEqual([expr, 'success'])
  const rules = await (await fetch(`${api}/rules`)).json()
  expect((rules as { data: { groups: Array<{ rules: unknown[] }> } }).data.groups[0]?.rules).toHaveLength(10)
})
