/** The command line as it is published: the built file in a process of its own, against a whole server. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../../../../packages/cli/build.ts'
import { ensureOldestNode } from '../../../../scripts/install/ensure-oldest-node.ts'
import { freePort } from '../app/free-port.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makeKey } from '../people/key-person.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { type Ended, PATIENCE_MS, type RunOptions, startCli } from './run-cli.ts'

/** Users' own Node may be older than the project's. */
const nodes = [process.execPath, ensureOldestNode()]

let app: TestApp
let owner: AccountPerson
let folder: string
let program: string
let key: string
let proxy: CuttingProxy
/** Its tries take seconds, in which the other tests run. */
let unanswered: Promise<Ended>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-cli-'))
  program = await buildCli(join(folder, 'dist'))
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  key = (await makeKey(app, owner, { scopes: ['send', 'request', 'read', 'library'] })).key
  proxy = await CuttingProxy.before(app.origin)
  const nobody = `http://127.0.0.1:${await freePort()}`
  unanswered = run(['list'], { env: { WAYBILL_URL: nobody, WAYBILL_KEY: key } })
})
afterAll(async () => {
  await proxy?.close()
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (words: string[], options?: RunOptions) => startCli({ program, folder }, words, options)
const run = (words: string[], options?: RunOptions): Promise<Ended> => start(words, options).ended

async function jsonOf(words: string[], options?: RunOptions) {
  const { code, out, err } = await run([...words, '--json'], options)
  if (code !== 0) throw new Error(`waybill ${words.join(' ')}: ${code} ${err}`)
  return JSON.parse(out)
}

/** A file of random bytes below the test's folder. */
async function put(path: string, bytes: number): Promise<Buffer> {
  const content = randomBytes(bytes)
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), content)
  return content
}

const read = (path: string) => readFile(join(folder, path))
const sentTransfers = async () =>
  (await owner.call('listTransfers')).body.allDocs as Array<{ title: string; slug: string }>

test('keeps the key of a login for this user alone, and forgets it', async () => {
  const login = await run(['login', app.origin], { input: `${key}\n` })
  expect(login).toMatchObject({ code: 0, out: '', err: expect.stringContaining(owner.address) })
  const kept = join(folder, 'settings/credentials.json')
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'settings'))).mode & 0o777).toBe(0o700)
  expect(await jsonOf(['whoami'])).toEqual({ url: app.origin, email: owner.address })
  expect((await run(['logout'])).code).toBe(0)
  expect((await run(['list'])).code).toBe(3)
  expect((await run(['login', app.origin], { env: { WAYBILL_KEY: key } })).code).toBe(0)
})

test('says by its exit code and one sentence what went wrong', async () => {
  const wrong = `${key.slice(0, -6)}aaaaaa`
  const cases: Array<[string[], Record<string, string>, number, RegExp]> = [
    [['list'], { WAYBILL_KEY: wrong }, 3, /^waybill: The server does not know this key.*waybill login\n$/],
    // A kept key goes to its own server alone.
    [['list'], { WAYBILL_URL: proxy.origin }, 3, /not signed in/],
    [['send', 'dist/LICENSE'], {}, 2, /--to ADDRESS/],
    [['send', 'dist/LICENSE', '--to', 'nobody'], {}, 2, /not an email address: nobody/],
    [['send', 'no such file', '--link'], {}, 1, /no such file or folder: .*no such file\n$/],
    [['send', 'dist/LICENSE', '--link', '--expires', 'soon'], {}, 2, /one of: week/],
    [['get', 'zzzzzzz'], {}, 6, /There is no such transfer/],
    [['get', 'https://example.com/other'], {}, 2, /not a link/],
    [['frobnicate'], {}, 2, /no command "frobnicate"/],
  ]
  const ended = await Promise.all(cases.map(([words, env]) => run(words, { env })))
  for (const [nth, [words, , code, sentence]] of cases.entries()) {
    expect({ words, code: ended[nth]?.code, err: ended[nth]?.err }).toEqual({
      words,
      code,
      err: expect.stringMatching(sentence),
    })
  }
})

test.each(nodes)('sends files and a folder, lists them, and gets the same bytes, on %s', async (node) => {
  const name = `by ${node.replaceAll('/', '-')}`
  const large = await put(`${name}/large.bin`, 9_000_000)
  const nested = await put(`${name}/inner/报价 №7.pdf`, 70_000)
  await put(`${name}/inner/empty`, 0)
  // The server cleans such a name: the file is found by its content.
  const device = await put(`${name}/inner/aux.txt`, 1_000)
  const to = `to-${randomBytes(4).toString('hex')}@example.com`
  const sent = await jsonOf(['send', name, '--to', to, '--title', name, '--expires', 'week'], { node })
  expect(sent).toMatchObject({ title: name, files: 4, bytes: 9_071_000, recipients: [to] })
  const listed = await jsonOf(['list', '--search', sent.slug], { node })
  expect(listed).toEqual([expect.objectContaining({ slug: sent.slug, title: name, link: null })])
  expect(sent.record).toBe(`${app.origin}/dash/transfers/${sent.slug}`)
  const lines = (await run(['list', '--take', '5'], { node })).out.trimEnd().split('\n')
  expect(lines[0]).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d  ${sent.slug}  active +9.1 MB  4 files  0 downloads  ${name}$`),
  )
  expect((await run(['list', '--received'], { node })).err).toBe('There are no transfers\n')
  const [mail] = await app.mails(to)
  const [link = ''] = new RegExp(`${app.origin}/d/${sent.slug}/[\\w-]{22}`).exec(mail?.text ?? '') ?? []
  const got = await jsonOf(['get', link, '--out', `got ${name}`], { node })
  expect(got.files).toHaveLength(4)
  expect((await read(`got ${name}/${name}/inner/_aux.txt`)).equals(device)).toBe(true)
  expect((await read(`got ${name}/${name}/large.bin`)).equals(large)).toBe(true)
  expect((await read(`got ${name}/${name}/inner/报价 №7.pdf`)).equals(nested)).toBe(true)
  expect(await readdir(join(folder, `got ${name}/${name}`))).toEqual(['inner', 'large.bin'])
  // Once more: everything is there. Another file in the way is not overwritten.
  expect((await run(['get', link, '--out', `got ${name}`], { node })).code).toBe(0)
  await put(`got ${name}/${name}/large.bin`, 9_000_000)
  expect(await run(['get', link, '--out', `got ${name}`], { node })).toMatchObject({
    code: 1,
    err: expect.stringContaining('--force'),
  })
  expect((await run(['get', link, '--out', `got ${name}`, '--force'], { node })).code).toBe(0)
  expect((await read(`got ${name}/${name}/large.bin`)).equals(large)).toBe(true)
})

test('opens a protected link with its password alone', async () => {
  await put('secret.bin', 1_000)
  const { slug } = await jsonOf(['send', 'secret.bin', '--link'], { env: { WAYBILL_PASSWORD: 'a long password' } })
  expect((await run(['get', slug, '--out', 'opened'])).code).toBe(3)
  expect((await run(['get', slug, '--out', 'opened', '--password', 'another password'])).code).toBe(3)
  expect((await run(['get', slug, '--out', 'opened', '--password', 'a long password'])).code).toBe(0)
})

test('goes on after cut answers, and in a new process with what the last one has', async () => {
  const content = await put('cut.bin', 40_000_000)
  const { slug } = await jsonOf(['send', 'cut.bin', '--link'])
  const link = `${proxy.origin}/w/${slug}`
  proxy.cutAfter = (nth) => (nth < 3 ? 3_000_000 : undefined)
  const { code, err } = await run(['get', link, '--out', 'cut', '--connections', '2'])
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Receiving 40 MB\n/) })
  expect((await read('cut/cut.bin')).equals(content)).toBe(true)
  // What was on its way at a cut comes again, and not what had arrived.
  expect(proxy.passed).toBeLessThan(content.length + 4_500_000)

  proxy.cutAfter = () => undefined
  proxy.passed = 0
  const killed = start(['get', link, '--out', 'killed', '--connections', '1'])
  proxy.onPassed = (passed) => passed > 30_000_000 && killed.child.kill('SIGKILL')
  expect((await killed.ended).code).toBe(null)
  proxy.onPassed = () => {}
  proxy.passed = 0
  expect(await readdir(join(folder, 'killed'))).toEqual(['cut.bin.waybill-part'])
  expect((await run(['get', link, '--out', 'killed'])).code).toBe(0)
  expect((await read('killed/cut.bin')).equals(content)).toBe(true)
  expect(proxy.passed).toBeLessThan(content.length)
})

test('says that the disk is full, and goes on with what it has once there is room', async () => {
  await put('full.bin', 24_000_000)
  const { slug } = await jsonOf(['send', 'full.bin', '--link'])
  // A disk of 8 MB that nobody else sees.
  const script = `mkdir small; mount -t tmpfs -o size=8m none small; "$@" || echo "ended with $?"
    ls small; mount -o remount,size=64m small; "$@"; cmp full.bin small/full.bin`
  const words = ['--user', '--map-root-user', '--mount', 'sh', '-ec', script, 'sh', process.execPath, program]
  const get = ['get', `${app.origin}/w/${slug}`, '--out', 'small']
  const { code, out, err } = await startCli({ program: '--kill-child', folder }, ['--fork', ...words, ...get], {
    node: 'unshare',
  }).ended
  expect({ code, out, err }).toEqual({
    code: 0,
    out: `ended with 1\nfull.bin.waybill-part\n${join(folder, 'small/full.bin')}\n`,
    err: expect.stringMatching(/^waybill: The disk is full$/m),
  })
}, 60_000)

test('ends at Ctrl-C, and the same command goes on with the rest', async () => {
  const content = await put('stopped.bin', 40_000_000)
  const env = { WAYBILL_URL: proxy.origin, WAYBILL_KEY: key }
  const words = ['send', 'stopped.bin', '--link', '--message', 'once more']
  proxy.holdFrom = 1
  const first = start(words, { env })
  await until(() => proxy.answered === 1 && proxy.parts.length > 1, PATIENCE_MS)
  first.child.kill('SIGINT')
  expect(await first.ended).toMatchObject({
    code: 130,
    out: '',
    err: expect.stringMatching(/Stopped.*kept for 7 days/),
  })
  proxy.holdFrom = Number.POSITIVE_INFINITY
  const [arrived] = proxy.parts.splice(0)
  const { code, out, err } = await run(words, { env })
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Going on with 1 file, 40 MB') })
  // Near the end an idle connection may send a part again that is still on its way.
  const rest = new Map(proxy.parts.map(({ offset, bytes }) => [offset, bytes]))
  expect(rest.has(arrived?.offset ?? -1)).toBe(false)
  expect([...rest.values()].reduce((sum, bytes) => sum + bytes, 0)).toBe(content.length - (arrived?.bytes ?? 0))
  expect((await run(['get', out.trim(), '--out', 'stopped'])).code).toBe(0)
  expect((await read('stopped/stopped.bin')).equals(content)).toBe(true)
})

const journalOf = async () => {
  const [name = ''] = (await readdir(join(folder, 'watching/watch'))).filter((one) => one.endsWith('.jsonl'))
  return join(folder, 'watching/watch', name)
}

test('watches a folder and sends each file once, also after kill -9', async () => {
  const env = { WAYBILL_CONFIG_DIR: join(folder, 'watching'), WAYBILL_URL: app.origin, WAYBILL_KEY: key }
  await put('dropped/old.bin', 10)
  const words = ['watch', 'dropped', '--link', '--title', 'Watched', '--settle', '1']
  const first = start(words, { env })
  await first.noted('Watching')
  expect(await run(words, { env })).toMatchObject({ code: 1, err: expect.stringContaining('being watched already') })
  await put('dropped/large.bin', 30_000_000)
  await put('dropped/.hidden', 10)
  await put('dropped/still.part', 10)
  const journal = async () => readFile(await journalOf(), 'utf8')
  await until(async () => (await journal()).includes('"is":"sending"'), PATIENCE_MS)
  first.child.kill('SIGKILL')
  await first.ended
  const watched = async () => (await sentTransfers()).filter(({ title }) => title === 'Watched')

  expect((await run([...words, '--once'], { env })).code).toBe(0)
  expect(await watched()).toHaveLength(1)
  // A crash between the save and its record: the server tells that it is saved.
  const lines = (await journal()).trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ is: 'sent' })
  await writeFile(await journalOf(), `${lines.slice(0, -1).join('\n')}\n{"is":"se`)
  expect((await run([...words, '--once'], { env })).code).toBe(0)
  expect(await watched()).toHaveLength(1)
  expect((await journal()).trimEnd().split('\n').at(-1)).toBe(lines.at(-1))

  const last = start(words, { env })
  await last.noted('Watching')
  last.child.kill('SIGINT')
  expect(await last.ended).toMatchObject({ code: 130, err: expect.stringContaining('Stopped') })
})

test('makes a request, and verifies a receipt', async () => {
  const asked = await jsonOf([
    'request',
    '--title',
    'Drawings',
    '--from',
    'supplier@example.com',
    '--deadline',
    '2099-01-01T18:00',
  ])
  expect(asked).toMatchObject({ link: `${app.origin}/r/${asked.slug}`, suppliers: ['supplier@example.com'] })
  await put('proof.bin', 5_000)
  const { slug } = await jsonOf(['send', 'proof.bin', '--to', 'receipt@example.com', '--title', 'Proofs of May'])
  await app.runJobs()
  const [record] = (await (await owner.fetch(`/getQs?slug=${slug}`)).json()).allDocs
  const answer = await owner.fetch(`/transfers/${record._id}/receipts/${record.recipients[0]._id}`)
  const receipt = await answer.text()
  await writeFile(join(folder, 'receipt.json'), receipt)
  expect(await run(['receipt', 'verify', 'receipt.json'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Genuine: .*\nTitle: Proofs of May\n/),
  })
  await writeFile(join(folder, 'keys.json'), await (await app.fetch('/-/receipt-keys.json')).text())
  const alone = { WAYBILL_CONFIG_DIR: join(folder, 'nothing') }
  expect((await run(['receipt', 'verify', 'receipt.json', '--keys', 'keys.json'], { env: alone })).code).toBe(0)
  expect((await run(['receipt', 'verify', 'receipt.json'], { env: alone })).code).toBe(2)
  await writeFile(join(folder, 'altered.json'), receipt.replace('proof.bin', 'prooF.bin'))
  expect(await run(['receipt', 'verify', 'altered.json'])).toMatchObject({ code: 7, out: '' })
})

test('says after some tries that no server answers', async () => {
  expect(await unanswered).toMatchObject({ code: 4, out: '', err: expect.stringMatching(/^waybill: No answer.*\n$/) })
})
