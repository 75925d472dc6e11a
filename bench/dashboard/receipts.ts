import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { openContext } from '../../apps/server/src/context.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { makeLog } from '../../apps/server/src/platform/log.ts'
import { askLoop } from '../attacks/ask-loop.ts'
import { FILES, type Large, makeLarge } from '../attacks/large-rows.ts'
import { cpuOf } from '../cpu-of.ts'
import { judge, median, note, row, title } from '../report.ts'
import { ROOT, startWaybill, type Waybill } from '../servers.ts'
import { startDatabase, urlOf } from './dashboard-server.ts'
import { fetchAll, lengthen } from './receipt-rows.ts'

const run = promisify(execFile)
const ROUNDS = 5
const MOST_SECONDS = 2
const ENTRIES = 10_000
const MOST_HELD_MS = 50
/** The kernel reports CPU time ten milliseconds late. */
const SETTLED_MS = 100
const VERIFIER = join(ROOT, 'apps/server/src/tracking/receipts/verify_receipt.py')

const languages = {
  en: {
    path: 'project/part-1/sheet-#-revision.dwg',
    below: '100 kB received by their device, finished 20 Nov 2026 (entry #)',
  },
  zh: {
    path: '项目图纸/第一部分/齿轮箱壳体-#-修订版.dwg',
    below: '100 kB 对方设备已收到，完成于 2026年11月20日，第 # 条记录',
  },
} as const
type Language = keyof typeof languages

/** The cost of printing a receipt of 1,500 files, and of checking 10,000 entries before one is signed. */
export async function receipts(): Promise<void> {
  title(
    `Receipts of ${FILES.toLocaleString('en')} files, CPU of the whole server, and of plain lines with the same library`,
  )
  await using database = await startDatabase()
  const DATABASE_URL = urlOf(database)
  await using server = await startWaybill({ env: { DATABASE_URL } })
  const client = new pg.Client({ ...database.admin, database: database.connection.database })
  await client.connect()
  const env = { DATABASE_URL, DATA_DIR: server.dir, UPLOAD_PORTS: 'none', LOG_LEVEL: 'silent' }
  const { ctx, close } = await openContext(readConfig(env), makeLog('silent'))
  try {
    const large = await makeLarge(server, (statement, values) => client.query(statement, values))
    await fetchAll(ctx, client, large)
    for (const language of ['en', 'zh'] as const) await print(server, client, large, language)
    await verify(server, large)
    await lengthen(ctx, client, large, ENTRIES)
    await watched(DATABASE_URL, server.dir, large)
  } finally {
    await close()
    await client.end()
  }
}

async function print(server: Waybill, client: pg.Client, large: Large, language: Language): Promise<void> {
  const { path, below } = languages[language]
  await client.query('update accounts set language = $1', [language])
  await client.query(`update transfer_files set path = replace($1, '#', position::text) where transfer_id = $2`, [
    path,
    large.transfer,
  ])
  const ours: number[] = []
  const plain: number[] = []
  // The first round compiles code for the other rounds.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const spent = await cpuDuring(server, () => fetchReceipt(server, large, '/receipt.pdf'))
    const { stdout } = await run('node', [join(ROOT, 'bench/dashboard/plain-pdf.ts'), String(FILES), path, below])
    if (round === 0) continue
    ours.push(spent)
    plain.push(Number(stdout))
  }
  const [own, least] = [median(ours), median(plain)]
  row(`PDF, ${language}`, {
    'CPU s': own,
    'most s': Math.max(...ours),
    'plain lines, CPU s': least,
    ratio: own / least,
  })
  judge(`CPU for ${FILES} files, ${language}`, own, 'at most', MOST_SECONDS, 's')
}

/** A process with a watched event loop. The watching costs CPU too, so the bench measures CPU on another process. */
async function watched(DATABASE_URL: string, dataDir: string, large: Large): Promise<void> {
  const socket = join(tmpdir(), `waybill-loop-${process.pid}`)
  const env = { DATABASE_URL, DATA_DIR: dataDir, LOOP_SOCKET: socket }
  await using server = await startWaybill({ env, preload: 'attacks/watch-loop.ts' })
  await check(server, large, socket)
}

/** Reads and hashes the ledger, its head and its anchors, and signs: without a page. */
async function check(server: Waybill, large: Large, socket: string): Promise<void> {
  const spent: number[] = []
  const held: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await askLoop(socket)
    const seconds = await cpuDuring(server, () => fetchReceipt(server, large, ''))
    const { cpuMs } = await askLoop(socket)
    if (round === 0) continue
    spent.push(seconds)
    held.push(cpuMs)
  }
  row(`JSON, ${ENTRIES.toLocaleString('en')} entries`, { 'CPU s': median(spent), 'longest hold ms': Math.max(...held) })
  judge('the longest hold of the event loop', Math.min(...held), 'at most', MOST_HELD_MS, 'ms')
  note('Of the holds the least is judged: others on the machine, and the collector, lengthen the rest.')
}

/** The Python verifier, written from docs/receipts.md alone. */
async function verify(server: Waybill, large: Large): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-bench-'))
  const [receipt, keys] = [join(dir, 'receipt.json'), join(dir, 'receipt-keys.json')]
  await writeFile(receipt, await fetchReceipt(server, large, ''))
  await writeFile(keys, Buffer.from(await (await fetch(new URL('/-/receipt-keys.json', server.origin))).arrayBuffer()))
  const program = `import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name='__main__')
except SystemExit as ended:
    assert not ended.code, ended.code
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)`
  const { stdout } = await run('python3', ['-c', program, VERIFIER, receipt, keys])
  const [verdict, seconds] = stdout.trim().split('\n')
  if (verdict !== 'holds') throw new Error(`The receipt ${verdict}`)
  row('verified in Python', { 'CPU s': Number(seconds) })
  await rm(dir, { recursive: true })
}

async function cpuDuring(server: Waybill, work: () => Promise<unknown>): Promise<number> {
  await pause(SETTLED_MS)
  const before = cpuOf(server.pid).own
  await work()
  await pause(SETTLED_MS)
  return cpuOf(server.pid).own - before
}

async function fetchReceipt(server: Waybill, { token, transfer, recipient }: Large, what: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' }
  const answer = await fetch(new URL(`/transfers/${transfer}/receipts/${recipient}${what}`, server.origin), { headers })
  if (!answer.ok) throw new Error(`No receipt: ${answer.status} ${await answer.text()}`)
  return new Uint8Array(await answer.arrayBuffer())
}
