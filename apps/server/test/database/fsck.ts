import { execFile } from 'node:child_process'
import { join } from 'node:path'

interface Finding {
  kind: string
  id: string
  facts: Record<string, string | number>
}

const SERVER = join(import.meta.dirname, '../..')

/** What `waybill fsck --hash` finds with these settings, in a separate process beside a running server. */
export function fsck(env: Record<string, string>): Promise<Finding[]> {
  return new Promise((resolve, reject) => {
    const args = ['src/cli.ts', 'fsck', '--hash', '--json']
    const options = { cwd: SERVER, env: { PATH: process.env.PATH ?? '', ...env } }
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(stderr, { cause: error }))
      else resolve(JSON.parse(stdout) as Finding[])
    })
  })
}
