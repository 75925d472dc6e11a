import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const NEED = 'The tests of the command line need the oldest Node that it supports'

/** Of npm's `node-linux-<architecture>`: 20.15.0, or the first one after it that was published for the architecture. */
const BUILDS: Record<string, { version: string; integrity: string }> = {
  x64: {
    version: '20.15.0',
    integrity: 'sha512-xX9i4hG8YNnVrMKMsTXBDWweyMy9DzUd2D9APSydk2iy1raFbCF12Dh0mePsksPUxfnrDxnIDaf5HbLmVMTShQ==',
  },
  arm64: {
    version: '20.18.0',
    integrity: 'sha512-Mf1IB4Atgk3YtpOzriZKm6jEAE93Or551twUqLoBsfbjmYA1RUZUWxfst2bA5XR/73s6iZJfu1U+usVezEtcJg==',
  },
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * Returns the path of the oldest Node that the command line supports, whatever the system has. Downloads it from npm
 * once and keeps it beside the installed packages. Throws an Error that says what to do.
 */
export function ensureOldestNode(): string {
  const build = process.platform === 'linux' ? BUILDS[process.arch] : undefined
  if (build === undefined) throw new Error(`${NEED}, and there is none for ${process.platform} on ${process.arch}.`)
  const name = `node-linux-${process.arch}`
  const kept = join(CACHE, `${name}-${build.version}`)
  const program = join(kept, 'package/bin/node')
  if (!existsSync(program)) download(`${name}@${build.version}`, build.integrity, kept)
  return program
}

/** Suites that run at the same time may both download it: the first one to finish puts it in place. */
function download(spec: string, integrity: string, kept: string): void {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'download-'))
  try {
    const [packed] = JSON.parse(run(spec, 'npm', ['pack', spec, '--json', '--pack-destination', folder]))
    if (packed.integrity !== integrity) throw new Error(`${NEED}: ${spec} is not the one that was checked.`)
    run(spec, 'tar', ['-xzf', join(folder, packed.filename), '-C', folder, 'package/bin/node'])
    mkdirSync(kept, { recursive: true })
    renameSync(join(folder, 'package'), join(kept, 'package'))
  } catch (error) {
    if (!existsSync(join(kept, 'package/bin/node'))) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(spec: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${NEED}: npm must be able to download ${spec}. ${stderr ?? `There is no ${program}.`}`)
}
