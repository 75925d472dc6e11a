/** A small Debian that systemd boots in a container of its own, on this machine's network, with Waybill in it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../app/until.ts'
import { run } from './containers.ts'

const UNIT = join(import.meta.dirname, '../../../../deploy/waybill.service')
/** What deploy/waybill.service needs: bubblewrap, which isolates the drawing of pictures; and libraries of Node and PostgreSQL. */
const PACKAGES = 'systemd,systemd-sysv,bubblewrap,ca-certificates,libatomic1,libstdc++6'
const TARGET = '[Unit]\nRequires=basic.target waybill.service\nAfter=basic.target\nAllowIsolate=yes\n'

export class BootedMachine {
  readonly folder = mkdtempSync(join(tmpdir(), 'waybill-machine-'))
  readonly #tree = join(this.folder, 'tree')
  #boot: ChildProcess | null = null

  /** Boots with the folder `app` as /opt/waybill, which it cannot write, and the unit with these settings. */
  async start(app: string, settings: Record<string, string>): Promise<void> {
    run('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', this.#tree])
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(this.#tree, 'etc/waybill.env'), lines.join(''))
    const units = join(this.#tree, 'etc/systemd/system')
    copyFileSync(UNIT, join(units, 'waybill.service'))
    writeFileSync(join(units, 'tried.target'), TARGET)
    // A machine without a systemd of its own has nobody to register with.
    const words = ['--register=no', '--keep-unit', '--quiet', `--bind-ro=${app}:/opt/waybill`]
    this.#boot = spawn('systemd-nspawn', ['--directory', this.#tree, ...words, '--boot', 'systemd.unit=tried.target'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await until(() => this.run('systemctl', 'is-active', 'tried.target').trim() === 'active', 60_000)
  }

  /** Runs a program in the container; returns its standard output, also where it fails. */
  run(...words: string[]): string {
    const into = ['--target', this.#init(), '--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', '--wdns=/']
    return spawnSync('nsenter', [...into, ...words], { encoding: 'utf8' }).stdout ?? ''
  }

  /** Kills a process as kill -9 does, by its number in the container. Throws where there is none. */
  kill(pid: string): void {
    // The shell has its own kill: a small Debian has no program of this name.
    if (this.run('sh', '-c', 'kill -KILL "$0" && echo done', pid).trim() !== 'done')
      throw new Error(`No process ${pid}`)
  }

  /** The number that process 1 of the container has outside of it. */
  #init(): string {
    const pid = this.#boot?.pid
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] || 'none'
  }

  /** A property of the unit. */
  show(property: string): string {
    return this.run('systemctl', 'show', 'waybill', '--value', '--property', property).trim()
  }

  /** What the unit said since the boot. */
  journal(): string {
    return this.run('journalctl', '--unit', 'waybill', '--no-pager', '--output', 'cat')
  }

  async close(): Promise<void> {
    const boot = this.#boot
    if (boot && boot.exitCode === null) {
      const ended = once(boot, 'exit')
      this.run('systemctl', 'poweroff')
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
