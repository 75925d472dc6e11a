import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { until } from '#test/app/until'
import { halves, noise, pdf } from '#test/storage/picture-files'
import { makeLog } from '../log.ts'
import { makePdfThumbnail } from './make-pdf-thumbnail.ts'
import { openPictures } from './pictures.ts'
import { sandboxCommand } from './sandbox-command.ts'
import { findWall, knownWalls, noWall, spawnEnclosed, type Wall } from './sandbox-wall.ts'

const TEST = join(import.meta.dirname, '../../../test/sandbox')
const log = makeLog('silent')
const work = { task: 'picture', kind: 'square', pixels: [64] } as const

/** A secret file and a port that records connections, as targets for a hostile program. */
async function bait() {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-secret-'))
  const secretFile = join(folder, 'master.key')
  await writeFile(secretFile, 'secret')
  const asked: string[] = []
  const server = createServer((_request, reply) => reply.end())
  server.on('connection', () => asked.push('connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const remove = async () => {
    server.close()
    await rm(folder, { recursive: true })
  }
  return { folder, secretFile, port, asked, remove }
}

/** Running processes of a group, according to the system. */
async function runningOf(group: number): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const states = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  // After the name: state, parent, group. Z has ended, and waits for its parent to reap it.
  return states.filter((state) => {
    const [is = 'Z', , itsGroup] = state.slice(state.lastIndexOf(')') + 2).split(' ')
    return Number(itsGroup) === group && is !== 'Z'
  })
}

/** The output of enclosed words, as JSON. */
async function runEnclosed({ words, filter }: ReturnType<Wall['enclose']>) {
  const child = spawnEnclosed(words, filter)
  const [told, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  return JSON.parse(told || `{ "complaint": ${JSON.stringify(complaint)} }`)
}

const walls = knownWalls().map((wall): [string, Wall] => [`${wall.by}, ${wall.level}`, wall])

test.each<[string, Wall]>([['no wall', noWall], ...walls])(
  'lets a sandboxed program reach no file, process, code of its own or network: %s',
  async (_name, wall) => {
    const { secretFile, port, asked, remove } = await bait()
    try {
      const { words, filter } = sandboxCommand(join(TEST, 'sandbox-probe.ts'), wall)
      const told = await runEnclosed({ words: [...words, String(port), secretFile], filter })
      expect(told).toMatchObject({ attempts: 22, reached: [] })
      expect(told.environment.filter((name: string) => /DATA|DATABASE|SMTP|S3|KEY/.test(name))).toEqual([])
      expect(asked).toEqual([])
    } finally {
      await remove()
    }
  },
)

test.each(walls)('hides the system from a program that bypasses Node: %s', async (_name, wall) => {
  const { folder, secretFile, port, asked, remove } = await bait()
  try {
    // Without Node's permissions, as native code would run.
    const program = join(TEST, 'sandbox-native.mjs')
    const words = [process.execPath, program, secretFile, folder, String(port), String(process.pid)]
    const told = await runEnclosed(wall.enclose(words, [process.execPath, program]))
    expect(told).toEqual({
      secret: 'ENOENT',
      folder: 'ENOENT',
      password: 'ENOENT',
      itself: 'ENOENT',
      write: 'EROFS',
      signal: 'ESRCH',
      connect: wall.level === 'filtered' ? 'EPERM' : expect.stringMatching(/ECONNREFUSED|ENETUNREACH/),
    })
    expect(asked).toEqual([])
  } finally {
    await remove()
  }
})

test.each(walls)('draws pictures and pages of PDFs inside this isolation: %s', async (_name, wall) => {
  const pictures = openPictures(log, { children: 1, wall: Promise.resolve(wall) })
  expect(await pictures.draw(work, await halves(100, 100).png().toBuffer())).toHaveLength(1)
  expect(await makePdfThumbnail({ pictures }, pdf(), 64)).toMatchObject({ length: expect.any(Number) })
  await pictures.close()
})

test('takes the strongest isolation that works and skips one that does not', async () => {
  const fallen: Wall = { ...noWall, level: 'filtered', enclose: () => ({ words: ['/bin/false'], filter: null }) }
  const missing: Wall = { ...fallen, enclose: () => ({ words: ['/no/such/program'], filter: null }) }
  const [strongest] = knownWalls()
  expect(await findWall()).toMatchObject({ level: strongest?.level, by: strongest?.by })
  expect(await findWall([missing, fallen])).toBe(noWall)
})

test('refuses untrusted pictures and starts nothing without isolation', async () => {
  const pictures = openPictures(log, { wall: Promise.resolve(noWall) })
  const bytes = await halves(100, 100).png().toBuffer()
  await expect(pictures.draw(work, bytes)).rejects.toMatchObject({ code: 'pictures-refused' })
  expect(pictures.pids()).toEqual([])
  await pictures.close()
})

test('replaces a child that is killed during its work and completes the work', async () => {
  const pictures = openPictures(log, { children: 1 })
  const drawn = pictures.draw(work, await noise(3_000))
  await until(() => pictures.pids().length === 1)
  const [killed = 0] = pictures.pids()
  process.kill(killed, 'SIGKILL')
  expect(await drawn).toHaveLength(1)
  expect(pictures.pids()).not.toContain(killed)
  expect(pictures.pids()).toHaveLength(1)
  await pictures.close()
})

test('completes the work and leaves nothing behind, wherever a child is killed during its setup', async () => {
  const bytes = await noise(100)
  for (let waitMs = 0; waitMs < 4.5; waitMs += 0.3) {
    const pictures = openPictures(log, { children: 1 })
    const drawn = pictures.draw(work, bytes)
    await until(() => pictures.pids().length === 1)
    const [killed = 0] = pictures.pids()
    const from = performance.now()
    while (performance.now() < from + waitMs) await new Promise((resolve) => setImmediate(resolve))
    process.kill(killed, 'SIGKILL')
    expect(await drawn).toHaveLength(1)
    await until(async () => (await runningOf(killed)).length === 0)
    await pictures.close()
  }
})

test('ends work that takes too long, and its child with it', async () => {
  const pictures = openPictures(log, { children: 1, limitMs: 200, program: join(TEST, 'sandbox-idler.ts') })
  const bytes = await halves(10, 10).png().toBuffer()
  await expect(pictures.draw(work, bytes)).rejects.toMatchObject({ code: 'picture-unreadable' })
  expect(pictures.pids()).toEqual([])
  await pictures.close()
})

test('reports a program that cannot start, or dies at once, as an unreadable picture', async () => {
  const pictures = openPictures(log, { children: 1, program: join(TEST, 'no-such-program.ts') })
  await expect(pictures.draw(work, Buffer.alloc(5_000_000))).rejects.toMatchObject({ code: 'picture-unreadable' })
  await pictures.close()
})

test('works on few at once, lets few wait, and tells the rest to retry', async () => {
  const pictures = openPictures(log, { children: 1, maxWaiting: 1 })
  const bytes = await halves(600, 600).png().toBuffer()
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => pictures.draw(work, bytes)))
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : outcome.status))).toEqual([
    'fulfilled',
    'fulfilled',
    'busy',
    'busy',
  ])
  expect(pictures.pids()).toHaveLength(1)
  await pictures.close()
})

test('starts nothing once it is closed', async () => {
  const pictures = openPictures(log, { children: 1 })
  const bytes = await halves(100, 100).png().toBuffer()
  const begun = Promise.allSettled([pictures.draw(work, bytes), pictures.draw(work, bytes)])
  await pictures.close()
  const codes = (await begun).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : outcome.status))
  expect(codes).toEqual(['stopping', 'stopping'])
  await expect(pictures.draw(work, bytes)).rejects.toMatchObject({ code: 'stopping' })
  expect(pictures.pids()).toEqual([])
})

test('starts children with the first work and ends them when there is none', async () => {
  const pictures = openPictures(log, { idleMs: 50 })
  expect(pictures.pids()).toEqual([])
  const bytes = await halves(100, 100).png().toBuffer()
  await pictures.draw(work, bytes)
  await until(() => pictures.pids().length === 0)
  expect(await pictures.draw(work, bytes)).toHaveLength(1)
  await pictures.close()
})
