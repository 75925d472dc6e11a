/** An earlier commit of this project in a folder of its own, installed and built, to run beside this one. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const MIGRATIONS = 'apps/server/src/platform/database/migrations'

/**
 * What may stand for the release before this one, the best first: the newest tag `v…` behind this commit, or, while no
 * release has been tagged, the commits before each migration.
 */
export function releasesBefore(): string[] {
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (tag.status === 0) return [tag.stdout.trim()]
  const commits = git('log', '--diff-filter=A', '--format=%H', '--', MIGRATIONS).trim().split('\n')
  if (commits[0] === '') throw new Error('This clone has no history of its migrations: name the release by --from')
  return commits.map((commit) => `${commit}^`)
}

export interface FormerBuild {
  ref: string
  root: string
  /** Migrations that only this build knows. */
  newMigrations: string[]
  remove(): void
}

/** The first of these whose server loads: a commit in the middle of a change may not. */
export function buildFirstSound(refs: readonly string[]): FormerBuild {
  for (const ref of refs) {
    const build = buildFormer(ref)
    const words = ['--input-type=module', '--eval', "await import('./apps/server/src/app.ts')"]
    if (spawnSync(process.execPath, words, { cwd: build.root, stdio: 'ignore' }).status === 0) return build
    build.remove()
  }
  throw new Error(`The server of no commit loads: ${refs.join(', ')}`)
}

/** Takes a minute: it builds the pages, and installs packages where the lockfile differs. */
function buildFormer(ref: string): FormerBuild {
  const root = mkdtempSync(join(tmpdir(), 'waybill-former-'))
  run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', ref, root], ROOT)
  const [ours, theirs] = [ROOT, root].map((folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (ours === theirs) linkPackages(root)
  run(process.execPath, ['scripts/prepare.mjs'], root)
  const known = new Set(readdirSync(join(root, MIGRATIONS)))
  const newMigrations = readdirSync(join(ROOT, MIGRATIONS)).filter((name) => name.endsWith('.sql') && !known.has(name))
  return { ref, root, newMigrations, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** The installed packages of this tree; those of the workspace are links to its own folders, which the copy keeps. */
function linkPackages(root: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue
    if (name === '@waybill' || name === '.waybill-lock')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
}

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout
}
