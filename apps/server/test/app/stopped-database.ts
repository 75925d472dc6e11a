import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from './embedded-app.ts'

/** An embedded database that was created and stopped. A copy of it is there at once; creating one takes seconds. */
export interface StoppedDatabase {
  copyTo(dir: string): void
  remove(): void
}

export async function makeStoppedDatabase(): Promise<StoppedDatabase> {
  const root = mkdtempSync(join(tmpdir(), 'waybill-stopped-'))
  const made = join(root, 'pg')
  await (await startApp(made)).stop()
  return {
    copyTo: (dir) => void execFileSync('cp', ['-a', made, dir]),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
