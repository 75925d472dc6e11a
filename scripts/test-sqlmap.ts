/**
 * `npm run test:sqlmap`: points sqlmap at every value that any operation of the API takes in its path, query, headers
 * or JSON, on a real server. sqlmap must find the control, which does put its text into a statement; otherwise the run
 * proves nothing. `-- planZip reportOpened` tries these alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/test/app/free-port.ts'
import { KillableServer } from '../apps/server/test/crash/killable-server.ts'
import { queryBeside } from '../apps/server/test/database/query-beside.ts'
import { ensurePrograms } from './install/ensure-programs.ts'
import { runSqlmap } from './sqlmap/run-sqlmap.ts'
import { type Paths, type SampleRequest, sampleRequests } from './sqlmap/sample-requests.ts'
import { makeCaller } from './sqlmap/sqlmap-caller.ts'
import { openFront } from './sqlmap/sqlmap-front.ts'

const CONTROL = 'control'
const only = process.argv.slice(2)

ensurePrograms({ sqlmap: 'sqlmap' }, 'The injection run needs sqlmap')
const folder = mkdtempSync(join(tmpdir(), 'waybill-sqlmap-'))
const dataDir = join(folder, 'held')
const server = new KillableServer(dataDir, await freePort(), { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' })
await server.start()
const caller = await makeCaller(server.origin)
const front = await openFront({
  port: server.port,
  headers: caller.headers,
  control: async (name) => (await queryBeside(dataDir, `select from pg_roles where rolname = '${name}'`)).length > 0,
})
let broken = 0
try {
  await attack(await samples())
  for (const failure of front.failures) console.log(`BROKEN ${failure}`)
  broken += front.failures.length
} finally {
  front.server.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(broken === 0 ? 'nothing can be injected' : `${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1

/** For every operation that takes a value, and for the control; operations that end something come last. */
async function samples(): Promise<SampleRequest[]> {
  const document = await (await fetch(`${server.origin}/-/openapi.json`)).json()
  const parameters = [{ name: 'rolname', in: 'path', schema: { type: 'string' } }]
  const paths: Paths = { ...document.paths, '/control/{rolname}': { get: { operationId: CONTROL, parameters } } }
  return sampleRequests(paths, { ...caller.known, rolname: 'waybill' })
    .filter(({ name, marks }) => marks > 0 && (only.length === 0 || only.includes(name) || name === CONTROL))
    .sort((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))
}

async function attack(all: readonly SampleRequest[]): Promise<void> {
  const started = performance.now()
  const waiting = all.values()
  const lane = async () => {
    for (const sample of waiting) await judge(sample)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  const places = all.reduce((sum, { marks }) => sum + marks, 0)
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`${places} places of ${all.length} operations, ${front.requests} requests, ${seconds} s`)
}

async function judge(sample: SampleRequest): Promise<void> {
  const { isTested, isInjectable, told } = await runSqlmap(sample, front.port, folder)
  const isRight = isTested && isInjectable === (sample.name === CONTROL)
  if (!isRight) broken += 1
  const verdict = isTested ? (isInjectable ? 'injectable' : 'not injectable') : 'not tested'
  console.log(`${isRight ? 'ok    ' : 'BROKEN'} ${sample.name} (${sample.marks}): ${verdict}`)
  if (!isRight) console.log(told)
}
