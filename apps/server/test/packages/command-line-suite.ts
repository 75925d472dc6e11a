/** The command line as people get it: from npm under the oldest Node that it supports, and as one executable. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../../../../packages/cli/build.ts'
import { buildExecutable } from '../../../../packages/cli/executable.ts'
import { ensureOldestNode } from '../../../../scripts/install/ensure-oldest-node.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { startCli } from '../command-line/run-cli.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { makeKey } from '../people/key-person.ts'
import { run } from './containers.ts'

let app: TestApp
let owner: AccountPerson
let key: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-packages-'))
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  key = (await makeKey(app, owner, { scopes: ['send', 'read'] })).key
})
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('is installed by npm from its package alone, and sends under the oldest Node', async () => {
  const node = ensureOldestNode()
  expect(run(node, ['--version'])).toMatch(/^v20\.1/)
  const [dist, place] = [join(folder, 'dist'), join(folder, 'place')]
  await buildCli(dist)
  mkdirSync(place)
  const [packed] = JSON.parse(run('npm', ['pack', dist, '--json', '--pack-destination', folder]))
  expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
    'waybill.mjs',
  ])
  const words = [
    'install',
    '--ignore-scripts',
    '--offline',
    '--no-audit',
    '--prefix',
    place,
    join(folder, packed.filename),
  ]
  run('npm', words)
  const program = join(place, 'node_modules/.bin/waybill')
  writeFileSync(join(place, 'report.txt'), 'a report')
  const env = { WAYBILL_URL: app.origin, WAYBILL_KEY: key }
  const sent = await startCli({ program, folder: place }, ['send', 'report.txt', '--link', '--json'], {
    node,
    env,
  }).ended
  expect(sent).toMatchObject({ code: 0 })
  expect(JSON.parse(sent.out)).toMatchObject({ slug: expect.any(String) })
})

test('is one executable that needs nothing beside it', async () => {
  const [program, empty] = [join(folder, 'waybill'), join(folder, 'empty')]
  await buildExecutable(program)
  mkdirSync(empty)
  const bare = spawnSync(program, ['--version'], { cwd: empty, env: { PATH: '' }, encoding: 'utf8' })
  expect(bare).toMatchObject({ status: 0, stderr: '' })
  expect(bare.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  // Node's own 121 MB, and the program.
  expect(statSync(program).size).toBeLessThan(135_000_000)
  writeFileSync(join(empty, 'other.txt'), 'another report')
  const env = { PATH: '', WAYBILL_URL: app.origin, WAYBILL_KEY: key }
  const sent = await startCli({ program: 'send', folder: empty }, ['other.txt', '--link', '--json'], {
    node: program,
    env,
  }).ended
  expect(sent).toMatchObject({ code: 0 })
  const link = JSON.parse(sent.out) as { slug: string }
  const got = await startCli({ program: 'get', folder: empty }, [`${app.origin}/w/${link.slug}`, '--out', 'in'], {
    node: program,
    env,
  }).ended
  expect(got).toMatchObject({ code: 0, out: `${join(empty, 'in/other.txt')}\n` })
  expect(readFileSync(join(empty, 'in/other.txt'), 'utf8')).toBe('another report')
})
