import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '../../src/platform/database/embedded/embedded-binaries.ts'
import { type Containers, run } from './containers.ts'

const root = join(import.meta.dirname, '../../../..')
const BASE = 'localhost/debian:bookworm-slim'
export const IMAGE = 'localhost/waybill'

/** The image of the last commit, on Debian's packages as its own image has them: this asks no registry of images. */
export function buildImages({ folder, storage, env }: Containers): void {
  run('mmdebstrap', ['--variant=essential', '--include=apt,ca-certificates', 'bookworm', join(folder, 'debian.tar')])
  writeFileSync(join(folder, 'Containerfile'), 'FROM scratch\nADD debian.tar /\n')
  run('buildah', [...storage, 'build', '--tag', BASE, folder], { env })
  const words = [join(root, 'scripts/make-image.ts'), '--base', BASE, '--tag', IMAGE, '--', ...storage]
  run(process.execPath, words, { env: { ...env, BUILDAH_ISOLATION: 'chroot' } })
}

/** Builds stand-ins for the other images of deploy/compose.yaml, under their names: only registries of images have these. */
export async function buildStandIns({ folder, storage, env }: Containers): Promise<void> {
  const { postgres } = await findBinaries()
  const context = join(folder, 'stand-ins')
  mkdirSync(context)
  cpSync(join(import.meta.dirname, 'stand-ins'), context, { recursive: true })
  cpSync(join(root, 'scripts/ceph-s3'), join(context, 'ceph-s3'))
  cpSync(join(postgres, '../..'), join(context, 'native'), { recursive: true, verbatimSymlinks: true })
  const names = { postgres: 'docker.io/library/postgres:18-bookworm', seaweedfs: 'docker.io/chrislusf/seaweedfs:3.97' }
  for (const [name, tag] of Object.entries(names)) {
    const file = ['--file', join(context, `${name}.Containerfile`)]
    const words = [...storage, 'build', '--isolation', 'chroot', '--build-arg', `BASE=${BASE}`, '--tag', tag, ...file]
    run('buildah', [...words, context], { env })
  }
}
