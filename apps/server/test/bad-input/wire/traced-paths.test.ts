/** The real server under strace: it never writes to a path outside the data folder, whatever a file is called. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { ANON_FREE_SENDS, plans } from '@waybill/contract/billing/plans'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { remoteSite } from '#test/app/remote-site'
import { until } from '#test/app/until'
import { KillableServer } from '#test/crash/killable-server'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { makePerson, type Person, type SentFile, type Site } from '#test/people/people'
import { readTrace, readTracedCall, type TracedCall } from '#test/storage/file-trace'
import { grantedUrls, saveAndRead } from '#test/transfers/saved-transfer'
import { ensureStrace } from '../../../../../scripts/install/ensure-strace.ts'
import { fileNames } from '../cases/file-names.ts'

// Every call that names a path stops twice for the tracer.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const ROOT = join(import.meta.dirname, '../../../../..')
const FILES_PER_TRANSFER = plans.anon.fileLimit
/** A visitor may have a hundred plans open. */
const OPEN_PLANS = 90
/** What a process may open for writing besides its own files. */
const NOWHERE = '/dev/null'

let database: TestDatabase
let folder: string
let dataDir: string
let calls: TracedCall[]
/** Names as typed and as returned. */
const names = new Set<string>()

beforeAll(async () => {
  ensureStrace()
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'waybill-trace-'))
  dataDir = join(folder, 'held')
  const trace = join(folder, 'trace')
  const server = new KillableServer(dataDir, await freePort(), settings(), [
    // The tracer is a grandchild: signals and the exit are the server's own.
    ...['strace', '-D', '-f', '-y', '-s', '65536', '--seccomp-bpf', '-e', 'trace=%file', '-o', trace, '--'],
  ])
  try {
    await server.start()
    await sendEverything(remoteSite(server.origin))
  } finally {
    await server.stop()
  }
  const ended = new RegExp(`^${server.pid} +\\+{3} exited with 0`, 'm')
  await until(() => ended.test(readFileSync(trace, 'utf8')))
  calls = readTrace(trace, ROOT)
})
afterAll(async () => {
  await database?.drop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

function settings(): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    // One of the names equals that of the key.
    MASTER_KEY_FILE: join(dataDir, 'secret.bin'),
    // Compiled code is cached beside the packages, not in the data folder.
    NODE_DISABLE_COMPILE_CACHE: '1',
    // The trace would miss what bypasses system calls.
    UV_USE_IO_URING: '0',
  }
}

/** Every name that a visitor may send, as many in a transfer as possible, each downloaded alone and in the zip. */
async function sendEverything(site: Site): Promise<void> {
  let planner = makePerson(site)
  await planner.prove()
  const sent: string[] = []
  for (const [nth, name] of fileNames.entries()) {
    if (nth % OPEN_PLANS === OPEN_PLANS - 1) {
      planner = makePerson(site)
      await planner.prove()
    }
    const body = planner.draft({ files: [{ path: name, content: Buffer.alloc(0) }] })
    const { status } = await planner.call('planTransfer', { body })
    if (status === 200) sent.push(name)
  }
  let sender = planner
  for (let nth = 0; nth * FILES_PER_TRANSFER < sent.length; nth++) {
    if (nth % ANON_FREE_SENDS === 0) {
      sender = makePerson(site)
      await sender.prove()
    }
    await sendAndTake(site, sender, sent.slice(nth * FILES_PER_TRANSFER, (nth + 1) * FILES_PER_TRANSFER))
  }
}

async function sendAndTake(site: Site, person: Person, typed: readonly string[]): Promise<void> {
  const files: SentFile[] = typed.map((path, nth) => ({ path, content: Buffer.from(`file ${nth} `.repeat(1 + nth)) }))
  const address = `to-${Math.random().toString(36).slice(2)}@rao-forge.example`
  const plan = await person.plan({ files, emailTo: [address] })
  for (const { path } of [...files, ...plan.files]) names.add(path)
  await person.upload(plan, files)
  const { path } = await saveAndRead(site, { person, files, address, plan })
  const urls = await grantedUrls(person, path)
  expect(urls).toHaveLength(files.length)
  for (const [nth, url] of urls.entries()) {
    expect(Buffer.from(await (await person.fetch(url)).bytes()).equals(files[nth]?.content as Buffer)).toBe(true)
  }
  const [, , grant] = (urls[0] ?? '').split('/')
  const zip = await person.call('planZip', { body: { grant, files: 'all' } })
  expect((await (await person.fetch(zip.body.url)).bytes()).length).toBe(zip.body.bytes)
}

const isInside = (path: string) => path === dataDir || path.startsWith(dataDir + sep)

/**
 * The folders that bubblewrap creates around the child that draws pictures, in memory and in its own mount namespace.
 */
const WALL_FOLDERS = /[\\/](?:newroot|oldroot)(?:[\\/]|$)/
const wallProcesses = () =>
  new Set(calls.filter(({ paths }) => paths.some((path) => WALL_FOLDERS.test(path))).map(({ pid }) => pid))

test('files came, were stored and removed, and the trace saw it', () => {
  expect(names.size).toBeGreaterThan(400)
  expect(existsSync(join(dataDir, 'secret.bin'))).toBe(true)
  const stored = calls.filter(({ paths, isWriting }) => isWriting && paths.some((path) => isInside(path)))
  expect(stored.length).toBeGreaterThan(fileNames.length / FILES_PER_TRANSFER)
})

test('nothing outside the data folder is opened for writing, created, renamed, changed or removed', () => {
  const walls = wallProcesses()
  expect(walls.size).toBeLessThan(4)
  const outside = calls
    .filter(({ isWriting, pid }) => isWriting && !walls.has(pid))
    .filter(({ paths }) => paths.some((path) => path !== NOWHERE && !isInside(path)))
  expect(outside).toEqual([])
})

test('no path contains a name that somebody typed', () => {
  const walls = wallProcesses()
  const ours = calls.filter(({ pid }) => !walls.has(pid))
  const touched = [...new Set(ours.flatMap(({ paths }) => paths))].filter((path) => path !== NOWHERE)
  const segments = new Set(touched.flatMap((path) => path.split(sep)))
  const told = [...names].filter((name) => {
    const last = name.split(/[\\/]/).findLast((segment) => !/^[.\s]*$/.test(segment)) ?? ''
    if (last !== '' && segments.has(last)) return true
    return name.length >= 8 && touched.some((path) => path.includes(name))
  })
  expect(told).toEqual([])
})

test('the server runs no program but Node, and the sandbox of the child that draws pictures', () => {
  const programs = calls.filter(({ name }) => name.startsWith('exec')).map(({ paths }) => basename(paths[0] ?? ''))
  expect(programs[0]).toBe(basename(process.execPath))
  expect(programs.filter((program) => program !== basename(process.execPath) && program !== 'bwrap')).toEqual([])
})

describe('the parser of a trace', () => {
  test.each([
    ['7 openat(AT_FDCWD</srv>, "a/../../etc/x", O_WRONLY|O_CREAT|O_CLOEXEC, 0666) = 3</etc/x>', '/etc/x', true],
    ['7 openat(AT_FDCWD</srv>, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>', '/etc/passwd', false],
    [
      '7 openat(5</data/blobs>, "\\346\\212\\245 \\"x\\".txt", O_RDWR) = -1 ENOENT (No such file)',
      '/data/blobs/报 "x".txt',
      true,
    ],
    ['7 openat(AT_FDCWD</srv>, "b", O_RDWR|O_CREAT <unfinished ...>', '/srv/b', true],
    ['7 unlink("/data/x")   = 0', '/data/x', true],
    ['7 mkdir("sub", 0777) = -1 EEXIST (File exists)', '/srv/sub', true],
    ['7 newfstatat(AT_FDCWD</srv>, "/data", {st_mode=S_IFDIR|0700, ...}, 0) = 0', '/data', false],
  ])('%s', (line, path, isWriting) => {
    expect(readTracedCall(line, '/srv')).toMatchObject({ pid: 7, paths: [path], isWriting })
  })

  test('a rename names both its ends, and an exit is not a call', () => {
    const line = '7 renameat2(AT_FDCWD</srv>, "/data/a", AT_FDCWD</srv>, "/etc/cron.d/a", 0) = 0'
    expect(readTracedCall(line, '/srv')).toMatchObject({ paths: ['/data/a', '/etc/cron.d/a'], isWriting: true })
    expect(readTracedCall('7 +++ exited with 0 +++', '/srv')).toBeNull()
  })
})
