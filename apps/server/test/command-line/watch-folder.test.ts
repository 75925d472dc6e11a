/** `waybill watch` on a folder in which people keep working: they write, rename and delete files meanwhile. */
import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../../../../packages/cli/build.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makeKey } from '../people/key-person.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { PATIENCE_MS, startCli } from './run-cli.ts'

let app: TestApp
let owner: AccountPerson
let proxy: CuttingProxy
let folder: string
let program: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-watch-'))
  program = await buildCli(join(folder, 'dist'))
  app = await makeTestApp()
  proxy = await CuttingProxy.before(app.origin)
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const { key } = await makeKey(app, owner, { scopes: ['send', 'read'] })
  env = { WAYBILL_URL: proxy.origin, WAYBILL_KEY: key }
})
afterAll(async () => {
  await proxy?.close()
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The fields of a journal line that the tests read. */
interface Line {
  is: string
  upload: string
  files?: Array<{ path: string }>
}

/** A folder that is watched under its own name, with a journal of its own. */
async function watching(name: string, settleSeconds: number) {
  const own = { ...env, WAYBILL_CONFIG_DIR: join(folder, `settings-${name}`) }
  const words = ['watch', name, '--link', '--title', name, '--settle', String(settleSeconds)]
  const start = (...more: string[]) => startCli({ program, folder }, [...words, ...more], { env: own })
  const journal = async (): Promise<Line[]> => {
    const place = join(own.WAYBILL_CONFIG_DIR, 'watch')
    const names = await readdir(place).catch(() => [])
    const [file] = names.filter((one) => one.endsWith('.jsonl'))
    const lines = file === undefined ? '' : await readFile(join(place, file), 'utf8')
    return lines.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []))
  }
  await mkdir(join(folder, name))
  return {
    at: (path: string) => join(folder, name, path),
    start,
    noted: (is: string, times: number) =>
      until(async () => (await journal()).filter((line) => line.is === is).length >= times, PATIENCE_MS),
    /** The paths of all uploads whose journal has this step. */
    sentPaths: async (is: 'sending' | 'sent') => {
      const lines = await journal()
      const uploads = new Set(lines.filter((line) => line.is === is).map(({ upload }) => upload))
      return [...uploads].flatMap((id) =>
        (lines.find(({ upload, files }) => upload === id && files)?.files ?? []).map(({ path }) => path),
      )
    },
    /** The slugs of what was sent. */
    sent: async () =>
      ((await owner.call('listTransfers')).body.allDocs as Array<{ title: string; slug: string }>)
        .filter(({ title }) => title === name)
        .map(({ slug }) => slug),
  }
}

async function fetched(slug: string): Promise<Record<string, Buffer>> {
  const into = `got-${slug}`
  const words = ['get', `${app.origin}/w/${slug}`, '--out', into]
  expect(await startCli({ program, folder }, words, { env }).ended).toMatchObject({ code: 0 })
  const names = await readdir(join(folder, into))
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, into, name))] as const)),
  )
}

test('a file that is still being written waits, and is sent once, whole', async () => {
  const { at, start, noted, sent } = await watching('written', 3)
  const running = start()
  await running.noted('Watching')
  const pieces: Buffer[] = []
  let isWriting = true
  const writer = (async () => {
    while (isWriting) {
      pieces.push(randomBytes(10_000))
      await appendFile(at('growing.bin'), pieces.at(-1) ?? '')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  await writeFile(at('ready.bin'), randomBytes(1_000))
  await noted('sent', 1)
  expect(Object.keys(await fetched((await sent())[0] ?? ''))).toEqual(['ready.bin'])
  isWriting = false
  await writer
  await noted('sent', 2)
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  const slugs = await sent()
  expect(slugs).toHaveLength(2)
  const all = Object.assign({}, ...(await Promise.all(slugs.map(fetched)))) as Record<string, Buffer>
  expect(all['growing.bin']?.equals(Buffer.concat(pieces))).toBe(true)
})

test('a file that is renamed in mid-upload is sent once, under its first name', async () => {
  const { at, start, noted, sent } = await watching('renamed', 1)
  const content = randomBytes(30_000_000)
  const running = start()
  await running.noted('Watching')
  await writeFile(at('first.bin'), content)
  proxy.holdFrom = proxy.parts.length + 1
  await noted('sending', 1)
  await until(() => proxy.parts.length > proxy.holdFrom, PATIENCE_MS)
  await rename(at('first.bin'), at('second.bin'))
  running.child.kill('SIGKILL')
  await running.ended
  proxy.holdFrom = Number.POSITIVE_INFINITY
  expect(await start('--once').ended).toMatchObject({ code: 0 })
  expect(await start('--once').ended).toMatchObject({ code: 0 })
  const slugs = await sent()
  expect(slugs).toHaveLength(1)
  const got = await fetched(slugs[0] ?? '')
  expect(Object.keys(got)).toEqual(['first.bin'])
  expect(got['first.bin']?.equals(content)).toBe(true)
})

test('a file that is deleted in mid-upload is given up, and the next one is sent', async () => {
  const { at, start, noted, sent } = await watching('deleted', 1)
  const running = start()
  await running.noted('Watching')
  await writeFile(at('gone.bin'), randomBytes(30_000_000))
  proxy.holdFrom = proxy.parts.length + 1
  await noted('sending', 1)
  await until(() => proxy.parts.length > proxy.holdFrom, PATIENCE_MS)
  await unlink(at('gone.bin'))
  running.child.kill('SIGKILL')
  await running.ended
  proxy.holdFrom = Number.POSITIVE_INFINITY
  const next = randomBytes(1_000)
  await writeFile(at('next.bin'), next)
  expect(await start('--once').ended).toMatchObject({ code: 0 })
  await noted('dropped', 1)
  const slugs = await sent()
  expect(slugs).toHaveLength(1)
  expect(await fetched(slugs[0] ?? '')).toEqual({ 'next.bin': next })
  expect(await openUploads()).toEqual([])
})

test('files that go while they are read stop nothing, and nothing is sent twice', async () => {
  const { at, start, noted, sent, sentPaths } = await watching('busy', 1)
  const running = start()
  await running.noted('Watching')
  for (const round of [1, 2, 3]) {
    await writeFile(at(`large-${round}.bin`), randomBytes(12_000_000))
    await until(async () => (await sentPaths('sending')).includes(`large-${round}.bin`), PATIENCE_MS)
    await unlink(at(`large-${round}.bin`))
    await writeFile(at(`kept-${round}.bin`), randomBytes(1_000))
    await until(async () => (await sentPaths('sent')).includes(`kept-${round}.bin`), PATIENCE_MS)
  }
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  expect(await start('--once').ended).toMatchObject({ code: 0 })
  await noted('sent', 3)
  const paths = await sentPaths('sent')
  expect(new Set(paths).size).toBe(paths.length)
  expect(await sent()).toHaveLength(paths.length)
  expect(await openUploads()).toEqual([])
})

const openUploads = () => app.ctx.db.selectFrom('uploads').select('id').where('state', '=', 'open').execute()
