import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''
let root = ''
let out = ''

/** A small product under git: two packages in its lockfile, and one untracked file. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-release-'))
  root = join(folder, 'product')
  out = join(folder, 'out')
  mkdirSync(join(root, 'scripts'), { recursive: true })
  for (const name of ['make-release.ts', 'release/release-seal.ts'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const one = { name: 'product', version: '1.2.3', type: 'module', dependencies: { one: '1.0.0' } }
  write('package.json', JSON.stringify(one))
  const sealed = { version: '1.0.0', integrity: `sha512-${'a'.repeat(86)}==` }
  const packages = { '': one, 'node_modules/one': sealed, 'node_modules/tool': { ...sealed, dev: true } }
  write('package-lock.json', JSON.stringify({ name: 'product', version: '1.2.3', lockfileVersion: 3, packages }))
  write('.gitignore', 'secret.txt\n')
  write('secret.txt', 'not to be shipped')
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'all'],
  ])
    git(...words)
  keep('ours', generateKeyPairSync('ed25519'))
  keep('theirs', generateKeyPairSync('ed25519'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (path: string, content: string) => writeFileSync(join(root, path), content)

function git(...words: string[]): void {
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
  expect(spawnSync('git', [...who, ...words], { cwd: root }).status).toBe(0)
}

function keep(name: string, { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): void {
  writeFileSync(join(folder, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }))
}

function release(words: string[], keyFile?: string): { status: number | null; told: string } {
  const env = { ...process.env, ...(keyFile ? { RELEASE_KEY_FILE: join(folder, keyFile) } : {}) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/make-release.ts'), ...words], {
    encoding: 'utf8',
    env,
  })
  return { status, told: stdout + stderr }
}
const make = (keyFile = 'ours.pem') => release(['--out', out], keyFile)
const verify = (key = 'ours.pub') => release(['--verify', out, '--key', join(folder, key)])

test('a release holds the tracked files, the list of its packages, their checksums and a signature', () => {
  expect(make()).toMatchObject({ status: 0 })
  expect(readdirSync(out).sort()).toEqual([
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'product-1.2.3.cdx.json',
    'product-1.2.3.tar.gz',
  ])
  const listed = spawnSync('tar', ['-tzf', join(out, 'product-1.2.3.tar.gz')], { encoding: 'utf8' }).stdout.split('\n')
  const files = listed
    .filter((path) => path !== '' && !path.endsWith('/'))
    .map((path) => path.replace('product-1.2.3/', ''))
  expect(files.sort()).toEqual([
    '.gitignore',
    'package-lock.json',
    'package.json',
    'scripts/make-release.ts',
    'scripts/release/release-seal.ts',
  ])
  const bill = JSON.parse(readFileSync(join(out, 'product-1.2.3.cdx.json'), 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'product', version: '1.2.3' } } })
  expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(['one'])
  expect(spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: out }).status).toBe(0)
  expect(verify()).toEqual({ status: 0, told: 'This is what was released.\n' })
})

test('a release that was altered, or that another key signed, is refused', () => {
  make()
  expect(verify('theirs.pub')).toMatchObject({ status: 1, told: expect.stringContaining('not signed with this key') })
  const whole = Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]))
  const restore = () => {
    for (const [name, content] of Object.entries(whole)) writeFileSync(join(out, name), content)
  }
  for (const name of Object.keys(whole)) {
    const text = String(whole[name])
    writeFileSync(
      join(out, name),
      name.endsWith('.sig') ? `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}` : `${text} `,
    )
    expect([name, verify().status]).toEqual([name, 1])
    rmSync(join(out, name))
    expect([name, verify().status]).toEqual([name, 1])
    restore()
  }
  writeFileSync(join(out, 'setup.sh'), 'more')
  expect(verify()).toMatchObject({ status: 1, told: expect.stringContaining('setup.sh was not there') })
  rmSync(join(out, 'setup.sh'))
  expect(verify().status).toBe(0)
})

test('without an Ed25519 key, with uncommitted changes, or over an existing release, none is made', () => {
  expect(release(['--out', out])).toMatchObject({
    status: 1,
    told: expect.stringContaining('RELEASE_KEY_FILE must name'),
  })
  keep('rsa', generateKeyPairSync('rsa', { modulusLength: 2_048 }))
  expect(make('rsa.pem')).toMatchObject({ status: 1, told: expect.stringContaining('signed with Ed25519') })
  expect(make('nowhere.pem')).toMatchObject({ status: 1, told: expect.stringContaining('no private key') })
  write('package.json', '{}')
  expect(make()).toMatchObject({ status: 1, told: expect.stringContaining('changes that are in none') })
  git('checkout', '-q', '.')
  expect(make().status).toBe(0)
  expect(make()).toMatchObject({ status: 1, told: expect.stringContaining('is not empty') })
})
