/**
 * Two nodes of an earlier release become two of this one under load, one after the other: nothing acknowledged is lost,
 * nobody is signed out, no answer is a 500, and every page finds its files. Then the earlier release refuses to start.
 */
import { spawnSync } from 'node:child_process'
import { freePort } from '../app/free-port.ts'
import { MailSink } from '../crash/mail-sink.ts'
import { withDatabase } from '../crash/with-database.ts'
import type { FormerBuild } from './former-build.ts'
import { Load } from './load.ts'
import { NodeFarm } from './node-farm.ts'

/** Through the balancer to either node. */
const PAGES = 12
const REFUSAL = 'A newer Waybill has upgraded this database to a schema that this one does not know'

interface UpgradeReport {
  transfers: number
  acknowledgedParts: number
  /** The longest pause of any kind of work, ms. */
  longestMs: Record<string, number>
  pages: number
  assets: number
  /** What the earlier release said on the newer schema. */
  refusal: string
  broken: string[]
}

export async function runUpgrade(former: FormerBuild, say: (line: string) => void): Promise<UpgradeReport> {
  const sink = await MailSink.open()
  try {
    return await withDatabase(async ({ url }) => {
      const settings = { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${sink.port}`, S3_ENDPOINT: null }
      const farm = await NodeFarm.start(2, 'nginx', settings, former.root)
      try {
        return await upgradeUnderLoad(farm, new Load(farm.origin, sink), former, say)
      } finally {
        await farm.close()
      }
    })
  } finally {
    await sink.close()
  }
}

async function upgradeUnderLoad(
  farm: NodeFarm,
  load: Load,
  former: FormerBuild,
  say: (line: string) => void,
): Promise<UpgradeReport> {
  const broken: string[] = []
  const seen = { pages: 0, assets: 0 }
  const check = () => checkPages(farm.origin, seen, broken)
  await load.start()
  load.mark()
  const bugs = [...farm.nodes]
  for (const nth of farm.nodes.keys()) {
    await farm.update(nth)
    say(`node ${nth + 1} of ${farm.nodes.length} is updated`)
    await check()
    await load.goesOn()
  }
  const longestMs = Object.fromEntries(Object.values(load.pulses).map((pulse) => [pulse.name, pulse.longestMs]))
  const refusal = await refusalOf(farm, former)
  if (former.newMigrations.length > 0 && !refusal.includes(REFUSAL)) broken.push(`the earlier release said: ${refusal}`)
  broken.push(...(await load.stop()))
  for (const { bugs: lines } of [...bugs, ...farm.nodes]) broken.push(...lines.map((line) => line.slice(0, 300)))
  const { transfers, acknowledgedParts } = load.senders.report
  return { transfers, acknowledgedParts, longestMs, ...seen, refusal, broken }
}

/** Pages come from either node, and so do the files that they name. */
async function checkPages(origin: string, seen: { pages: number; assets: number }, broken: string[]): Promise<void> {
  const names = new Set<string>()
  for (let nth = 0; nth < PAGES; nth += 1) {
    const page = await fetch(new URL('/login', origin))
    seen.pages += 1
    const text = await page.text()
    const named = [...text.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
    if (page.status !== 200 || named.length === 0)
      broken.push(`a page, ${page.status}, named no file: ${text.slice(0, 200)}`)
    for (const name of named) names.add(name)
  }
  for (const name of names) {
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, body } = await fetch(new URL(name, origin))
      await body?.cancel()
      seen.assets += 1
      if (status !== 200) broken.push(`${name} of a page was answered with ${status}`)
    }
  }
}

/** The last lines of the earlier release, started on what this one migrated. */
async function refusalOf(farm: NodeFarm, former: FormerBuild): Promise<string> {
  const port = await freePort()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/server/src/main.ts'], {
    cwd: former.root,
    env: { ...process.env, ...farm.env, PORT: String(port), DATA_DIR: farm.folder },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return `${status}: ${stdout}${stderr}`.trim()
}
