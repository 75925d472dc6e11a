/** Debian's clamd with a tiny database of our own: it finds EICAR and nothing else. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../app/until.ts'
import { EICAR } from '../storage/fake-clamd.ts'

export class DebianClamd {
  readonly folder = mkdtempSync(join(tmpdir(), 'waybill-clamd-'))
  readonly socket = join(this.folder, 'clamd.ctl')
  #process: ChildProcess | null = null

  constructor() {
    // It may run as a user of its own.
    chmodSync(this.folder, 0o755)
    mkdirSync(join(this.folder, 'db'))
    const md5 = createHash('md5').update(EICAR).digest('hex')
    writeFileSync(join(this.folder, 'db/own.hdb'), `${md5}:${EICAR.length}:Waybill.Eicar\n`)
    writeFileSync(join(this.folder, 'db/own.ndb'), `Waybill.Eicar.Body:0:*:${EICAR.toString('hex')}\n`)
    const settings = [
      `LocalSocket ${this.socket}`,
      `DatabaseDirectory ${join(this.folder, 'db')}`,
      'Foreground yes',
      'StreamMaxLength 25M',
      'MaxFileSize 25M',
      'MaxScanSize 100M',
      'AlertEncrypted yes',
      'AlertExceedsMax yes',
    ]
    writeFileSync(join(this.folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  }

  async start(): Promise<void> {
    this.#process = spawn('/usr/sbin/clamd', ['--config-file', join(this.folder, 'clamd.conf')], { stdio: 'ignore' })
    await until(async () => existsSync(this.socket))
  }

  /** At once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    rmSync(this.socket, { force: true })
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
