import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { combineCrc32 } from '@waybill/contract/core/crc32'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureUnpackers } from '../../../../../scripts/install/ensure-unpackers.ts'
import { layOutZip, type ZipSource } from './zip-layout.ts'

const execute = promisify(execFile)
const run = (tool: string, args: string[], zone = 'UTC') =>
  execute('env', ['LC_ALL=C.UTF-8', `TZ=${zone}`, tool, ...args], { maxBuffer: 256 * 1024 * 1024 })

let folder: string
beforeAll(async () => {
  ensureUnpackers()
  folder = await mkdtemp(join(tmpdir(), 'waybill-unpack-'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Made extends ZipSource {
  /** Null: zeros, left as a hole on disk. */
  content: Buffer | null
}

const file = (path: string, content: Buffer, modifiedAt = new Date('2026-03-04T05:06:08Z')): Made => ({
  id: path,
  path,
  bytes: content.length,
  crc32: crc32(content),
  modifiedAt,
  content,
})

function zeros(path: string, bytes: number): Made {
  const block = crc32(Buffer.alloc(65_536))
  let sum = 0
  let done = 0
  for (; done + 65_536 <= bytes; done += 65_536) sum = combineCrc32(sum, block, 65_536)
  sum = combineCrc32(sum, crc32(Buffer.alloc(bytes - done)), bytes - done)
  return { id: path, path, bytes, crc32: sum, modifiedAt: new Date('2026-03-04T05:06:08Z'), content: null }
}

async function write(name: string, files: readonly Made[]): Promise<string> {
  const path = join(folder, name)
  const layout = layOutZip(files)
  const target = await open(path, 'w')
  let at = 0
  for (const segment of layout.segments({ from: 0, to: layout.bytes })) {
    const content = segment.kind === 'made' ? segment.bytes : files[segment.file]?.content
    const bytes = segment.kind === 'made' ? segment.bytes.length : segment.bytes
    if (content) await target.write(content, segment.kind === 'made' ? 0 : segment.offset, bytes, at)
    at += bytes
  }
  await target.truncate(layout.bytes)
  await target.close()
  return path
}

const python = async (script: string, ...args: string[]) => (await run('python3', ['-c', script, ...args])).stdout

const extract: Record<string, (archive: string, into: string) => Promise<unknown>> = {
  unzip: (archive, into) => run('unzip', ['-q', archive, '-d', into]),
  '7z': (archive, into) => run('7z', ['x', '-bd', `-o${into}`, archive]),
  bsdtar: (archive, into) => run('sh', ['-c', 'mkdir "$2" && bsdtar -xf "$1" -C "$2"', 'sh', archive, into]),
  python: (archive, into) =>
    python('import sys,zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])', archive, into),
}

describe('an archive', () => {
  const files = [
    file('folder/报价 “Q3” №7.pdf', Buffer.from('a'.repeat(100_000))),
    file('folder/deep/er/émoji 🧾.txt', Buffer.from('b')),
    file('folder/empty.txt', Buffer.alloc(0)),
    file('A.txt', Buffer.from('1')),
    file('a.txt', Buffer.from('2')),
    file('../../climbs.txt', Buffer.from('3')),
    file('C:\\Windows\\x.txt', Buffer.from('4')),
    file('old.txt', Buffer.from('5'), new Date('1969-01-01T00:00:00Z')),
    file('future.txt', Buffer.from('6'), new Date('2107-12-31T23:59:58Z')),
  ]

  it('passes unzip, 7z, bsdtar and Python without a warning', async () => {
    const archive = await write('whole.zip', files)
    await run('unzip', ['-tqq', archive])
    expect((await run('unzip', ['-t', archive])).stdout).toContain('No errors detected')
    const tested = (await run('7z', ['t', '-bd', archive])).stdout
    expect(tested).toContain('Everything is Ok')
    expect(tested).not.toMatch(/warning/i)
    expect((await run('bsdtar', ['-tf', archive])).stderr).toBe('')
    expect(await python('import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', archive)).toBe('None\n')
  })

  it.each(Object.keys(extract))('unpacks with %s to the same names and bytes, and nothing outside', async (tool) => {
    const archive = await write(`${tool}.zip`, files)
    const into = join(folder, `out-${tool}`)
    await extract[tool]?.(archive, into)
    const found = (await readdir(into, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const seen = new Map<string, string>()
    for (const entry of found) {
      const path = join(entry.parentPath, entry.name)
      seen.set(path.slice(into.length + 1).normalize('NFC'), await readFile(path, 'latin1'))
    }
    const names = [...seen.keys()]
    expect(names).toHaveLength(files.length)
    expect([...seen.values()].toSorted()).toEqual(
      files.map(({ content }) => content?.toString('latin1') ?? '').toSorted(),
    )
    expect(seen.get('folder/报价 “Q3” №7.pdf')).toHaveLength(100_000)
    expect(seen.get('folder/deep/er/émoji 🧾.txt')).toBe('b')
    expect(await readdir(folder)).not.toContain('climbs.txt')
  })

  it('keeps the time of each file, to the second where the tool knows UTC', async () => {
    const archive = await write('times.zip', [file('t.txt', Buffer.from('x'), new Date('2026-03-04T05:06:07Z'))])
    const into = join(folder, 'times')
    await run('unzip', ['-q', archive, '-d', into], 'Asia/Hong_Kong')
    const changed = await run('stat', ['-c', '%Y', join(into, 't.txt')])
    expect(changed.stdout.trim()).toBe(String(Date.UTC(2026, 2, 4, 5, 6, 7) / 1_000))
  })
})

describe('a large archive', () => {
  it('beyond 4 GiB, with files around 4 GiB, is readable by all of them', async () => {
    const GIB4 = 2 ** 32
    const sizes = [GIB4 - 2, GIB4 - 1, GIB4, 5]
    const files = [
      ...sizes.slice(0, 3).map((bytes, i) => zeros(`${i}.bin`, bytes)),
      file('last.txt', Buffer.from('hello')),
    ]
    const archive = await write('large.zip', files)
    expect(
      await python(
        'import sys,zipfile; print([i.file_size for i in zipfile.ZipFile(sys.argv[1]).infolist()])',
        archive,
      ),
    ).toBe(`[${sizes.join(', ')}]\n`)
    const listed = (await run('unzip', ['-l', archive])).stdout
    for (const bytes of sizes) expect(listed).toMatch(new RegExp(`^\\s*${bytes}\\s`, 'm'))
    expect((await run('7z', ['l', '-slt', archive])).stdout).toContain(`Size = ${GIB4}`)
    expect((await run('bsdtar', ['-tvf', archive])).stdout).toContain(`${GIB4 - 1}`)
    expect((await run('unzip', ['-p', archive, 'last.txt'])).stdout).toBe('hello')
    expect((await run('7z', ['e', '-so', archive, 'last.txt'])).stdout).toBe('hello')
    expect((await run('bsdtar', ['-xOf', archive, 'last.txt'])).stdout).toBe('hello')
    expect(await python('import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read("last.txt"))', archive)).toBe(
      "b'hello'\n",
    )
  }, 120_000)

  it('of more than 65,535 files is readable by all of them', async () => {
    const count = 65_537
    const archive = await write(
      'many.zip',
      Array.from({ length: count }, (_, i) => file(`${i % 100}/${i}.txt`, Buffer.from('x'))),
    )
    expect((await run('unzip', ['-tqq', archive])).stderr).toBe('')
    expect((await run('7z', ['t', '-bd', archive])).stdout).toContain(`Files: ${count}`)
    const listed = (await run('bsdtar', ['-tf', archive])).stdout
    expect(listed.trimEnd().split('\n')).toHaveLength(count)
    expect(await python('import sys,zipfile; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))', archive)).toBe(
      `${count}\n`,
    )
  }, 120_000)
})
