/// <reference path="./postject.d.ts" />
/**
 * `npm run build:executable`: the command line as one file that needs no Node, in packages/cli/dist. It is the
 * pinned Node of this platform with the program inside (https://nodejs.org/api/single-executable-applications.html).
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'postject'
import { bundleCli } from './build.ts'

/** What Node looks for in its own file. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const RESOURCE = 'NODE_SEA_BLOB'

/** Builds `file`. The Node that runs this goes into it, so it is made for this platform, and with the pinned Node. */
export async function buildExecutable(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-executable-'))
  try {
    const [main, output, settings] = ['main.cjs', 'program.blob', 'sea.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    await bundleCli(main, 'cjs')
    writeFileSync(settings, JSON.stringify({ main, output, disableExperimentalSEAWarning: true }))
    const { status, stderr } = spawnSync(process.execPath, ['--experimental-sea-config', settings], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`Node made no executable: ${stderr}`)
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(process.execPath, file)
    chmodSync(file, 0o755)
    await inject(file, RESOURCE, readFileSync(output), { sentinelFuse: FUSE })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const [file = join(import.meta.dirname, 'dist/waybill')] = process.argv.slice(2)
  await buildExecutable(file)
}
