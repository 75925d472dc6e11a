/**
 * `npm run image`: an OCI image of the last commit, by buildah and deploy/Containerfile. `-- --base <image>` is what it
 * stands on, `--tag` its name, and words after `--` go to buildah.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

const { values, positionals } = parseArgs({
  options: {
    base: { type: 'string', default: 'docker.io/library/debian:bookworm-slim' },
    tag: { type: 'string', default: 'localhost/waybill' },
  },
  allowPositionals: true,
})
const context = mkdtempSync(join(tmpdir(), 'waybill-image-'))
try {
  const app = join(context, 'app')
  mkdirSync(app)
  run('sh', ['-c', `git archive HEAD | tar -x -C "$0"`, app], root)
  run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], app)
  // The pages of this commit; `npm run image` builds them before.
  cpSync(join(root, 'apps/web/dist'), join(app, 'apps/web/dist'), { recursive: true })
  const file = join(root, 'deploy/Containerfile')
  const words = ['--file', file, '--format', 'docker', '--build-arg', `BASE=${values.base}`, '--tag', values.tag]
  run('buildah', [...positionals, 'build', ...words, context], root)
} finally {
  rmSync(context, { recursive: true, force: true })
}

function run(program: string, words: string[], cwd: string): void {
  const { status, error } = spawnSync(program, words, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${words[0]} ended with ${status}.`)
}
