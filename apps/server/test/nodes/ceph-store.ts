/** A real S3 store by scripts/ceph-s3, and its gateway killed and started again. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../app/free-port.ts'

const TOOL = join(import.meta.dirname, '../../../../scripts/ceph-s3')

export class CephStore {
  readonly endpoint: string
  readonly #folder: string

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.endpoint = `http://127.0.0.1:${port}`
  }

  static async start(): Promise<CephStore> {
    const port = await freePort()
    const store = new CephStore(mkdtempSync(join(tmpdir(), 'waybill-ceph-')), port)
    run('install')
    run('up', store.#folder, String(port))
    return store
  }

  /** The settings of a server that stores its files there. */
  get settings(): Record<string, string> {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_REGION: 'default',
      S3_BUCKET: 'waybill',
      S3_ACCESS_KEY_ID: 'waybillkey',
      S3_SECRET_ACCESS_KEY: 'waybillsecret',
      S3_PATH_STYLE: 'true',
    }
  }

  killGateway(): void {
    run('kill', this.#folder)
  }

  startGateway(): void {
    run('start', this.#folder)
  }

  close(): void {
    run('down', this.#folder)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function run(...args: string[]): void {
  const { status } = spawnSync(TOOL, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`scripts/ceph-s3 ${args.join(' ')} ended with ${status}`)
}
