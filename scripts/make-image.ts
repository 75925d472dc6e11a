/**
 * `npm run image`: an OCI image of the last commit, by buildah and deploy/Containerfile. `-- --base <image>` is what it
 * stands on, `--tag` its name, and words after `--` go to buildah.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareApp, run } from './release/prepare-app.ts'

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
  // The pages of this commit; `npm run image` builds them before.
  prepareApp(app)
  const file = join(root, 'deploy/Containerfile')
  const words = ['--file', file, '--format', 'docker', '--build-arg', `BASE=${values.base}`, '--tag', values.tag]
  run('buildah', [...positionals, 'build', ...words, context], root)
} finally {
  rmSync(context, { recursive: true, force: true })
}
