/**
 * `npm run release`: the tracked files of the last commit as one archive, the list of packages that it is built from
 * (CycloneDX), the command line as a package and as a single executable for this platform, their checksums and a signature
 * with the Ed25519 key in RELEASE_KEY_FILE. `-- --verify <folder> --key <public key>` checks a release against the public
 * key of its maker.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { faultsOfRelease, readKey, sealRelease } from './release/release-seal.ts'

const root = join(import.meta.dirname, '..')

try {
  const { values } = parseArgs({
    options: {
      verify: { type: 'string' },
      key: { type: 'string' },
      out: { type: 'string', default: join(root, 'test-results/release') },
    },
  })
  if (values.verify !== undefined) verifyRelease(resolve(values.verify), values.key)
  else makeRelease(resolve(values.out))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function makeRelease(folder: string): void {
  const keyFile = process.env.RELEASE_KEY_FILE
  if (!keyFile) throw new Error('RELEASE_KEY_FILE must name a file with an Ed25519 private key (PEM).')
  const key = readKey(resolve(keyFile), 'private')
  if (run('git', ['status', '--porcelain']).trim() !== '') {
    throw new Error('A release is made of a commit, and here are changes that are in none.')
  }
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const release = `${name}-${version}`
  run('git', ['archive', '--format=tar.gz', `--prefix=${release}/`, '-o', join(folder, `${release}.tar.gz`), 'HEAD'])
  writeFileSync(join(folder, `${release}.cdx.json`), billOfMaterials(name))
  packCli(folder, `${release}-cli`)
  sealRelease(folder, key)
  console.log(`${folder} holds ${readdirSync(folder).join(', ')}`)
}

/** The command line as users install it with npm, and as one executable beside Node. */
function packCli(folder: string, name: string): void {
  const cli = join(root, 'packages/cli')
  if (!existsSync(cli)) return
  const tarball = join(folder, `${name}.tgz`)
  run(process.execPath, [join(cli, 'build.ts')])
  const [packed] = JSON.parse(run('npm', ['pack', join(cli, 'dist'), '--json', '--pack-destination', folder]))
  renameSync(join(folder, packed.filename), tarball)
  const program = process.platform === 'win32' ? 'waybill.exe' : 'waybill'
  run(process.execPath, [join(cli, 'executable.ts'), join(cli, 'dist', program)])
  const archive = join(folder, `${name}-${process.platform}-${process.arch}.tar.gz`)
  run('tar', ['-czf', archive, '-C', join(cli, 'dist'), program])
  rmSync(join(cli, 'dist', program))
}

/** The shipped packages, by the lockfile. npm names the root package after its folder. */
function billOfMaterials(name: string): string {
  const words = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--omit',
    'dev',
  ]
  const bill = JSON.parse(run('npm', words))
  bill.metadata.component.name = name
  return `${JSON.stringify(bill, null, 2)}\n`
}

function verifyRelease(folder: string, keyFile: string | undefined): void {
  if (keyFile === undefined) throw new Error('--key must name a file with the public key (PEM).')
  const faults = faultsOfRelease(folder, readKey(resolve(keyFile), 'public'))
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'This is what was released.' : 'This is NOT what was released.')
  process.exitCode = faults.length === 0 ? 0 : 1
}

function run(program: string, words: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${program} ${words[0]} failed: ${stderr}`)
  return stdout
}
