/** buildah and podman with their own storage, so that a test leaves no image. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '../app/until.ts'

/**
 * crun refuses to run beside the second version of control groups where the first one is in use, so it does not see that.
 * And podman raises no limits, which a container around the test may forbid.
 */
const WITHOUT_UNIFIED = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"'

export interface Told {
  status: number | null
  told: string
}

export class Containers {
  readonly folder = mkdtempSync(join(tmpdir(), 'waybill-containers-'))
  readonly storage = [
    ...['--root', join(this.folder, 'root')],
    ...['--runroot', join(this.folder, 'run')],
    ...['--storage-driver', 'overlay'],
  ]
  readonly env: NodeJS.ProcessEnv
  readonly #socket = join(this.folder, 'podman.sock')
  #service: ChildProcess | null = null

  constructor() {
    const settings = join(this.folder, 'containers.conf')
    // Debian's podman takes CNI where that is installed, and it has no names of containers.
    const network = `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${join(this.folder, 'networks')}"\n`
    writeFileSync(settings, `[containers]\ndefault_ulimits = []\n${network}`)
    this.env = { ...process.env, CONTAINERS_CONF: settings }
  }

  #words(words: readonly string[]): string[] {
    const podman = ['podman', ...this.storage, '--runtime', 'crun', '--cgroup-manager', 'cgroupfs', ...words]
    return ['--mount', 'sh', '-c', WITHOUT_UNIFIED, 'sh', ...podman]
  }

  podman(...words: string[]): Told {
    const { status, stdout, stderr } = spawnSync('unshare', this.#words(words), { env: this.env, encoding: 'utf8' })
    return { status, told: stdout + stderr }
  }

  /** Serves Docker's API, for programs that speak it. Returns its address. */
  async serve(): Promise<string> {
    this.#service = spawn('unshare', this.#words(['system', 'service', '--time=0', `unix://${this.#socket}`]), {
      env: this.env,
      stdio: 'ignore',
    })
    await until(() => existsSync(this.#socket))
    return `unix://${this.#socket}`
  }

  /** Whether the container's own check passes, as the served API says: its network is visible to that process alone. */
  async isHealthy(name: string): Promise<boolean> {
    const asked = request({ socketPath: this.#socket, path: `/v4.0.0/libpod/containers/${name}/healthcheck` })
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { Status } = JSON.parse(await text(answer))
    return Status === 'healthy'
  }

  /** The folder of a named volume. */
  volume(name: string): string {
    return join(this.folder, 'root/volumes', name, '_data')
  }

  /** Runs a container until it ends; `out` is all that it said, its log on stderr included. */
  start(...words: string[]): { out: Promise<string> } {
    const child = spawn('unshare', this.#words(['run', ...words]), {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
    return { out: once(child, 'close').then(() => Buffer.concat(said).toString()) }
  }

  close(): void {
    this.podman('rm', '--all', '--force', '--time', '5')
    this.#service?.kill()
    spawnSync('umount', [join(this.folder, 'root/overlay')])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Runs a program to its end. Throws with what it said. */
export function run(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options })
  if (status !== 0) throw new Error(`${program} ${words[0]} ended with ${status}: ${stdout}${stderr}`.slice(-4_000))
  return stdout
}
