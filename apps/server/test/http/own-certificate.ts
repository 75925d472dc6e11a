/** Certificates like an operator's: a pair of PEM files, self-signed. */
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PairText {
  chain: string
  key: string
}

/** A new pair for `name`. */
export async function makePair(name = 'localhost', days = 2): Promise<PairText & { fingerprint: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'waybill-pair-'))
  const [keyFile, certFile] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'.split(' ')
  const subject = ['-days', `${days}`, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  await run('openssl', [...args, ...subject, '-keyout', keyFile, '-out', certFile])
  const [chain, key] = [await readFile(certFile, 'utf8'), await readFile(keyFile, 'utf8')]
  await rm(dir, { recursive: true })
  return { chain, key, fingerprint: new X509Certificate(chain).fingerprint256 }
}

/** The two files of TLS_CERT_FILE and TLS_KEY_FILE. */
export class PairFiles {
  readonly dir: string
  readonly certFile: string
  readonly keyFile: string

  private constructor(dir: string) {
    this.dir = dir
    this.certFile = join(dir, 'cert.pem')
    this.keyFile = join(dir, 'key.pem')
  }

  static async make(pair: PairText): Promise<PairFiles> {
    const files = new PairFiles(await mkdtemp(join(tmpdir(), 'waybill-pair-')))
    await files.put(pair)
    return files
  }

  /** The settings that name them. */
  get env(): Record<string, string> {
    return { TLS_CERT_FILE: this.certFile, TLS_KEY_FILE: this.keyFile }
  }

  /** Each file is replaced whole, the certificate first. */
  async put({ chain, key }: PairText): Promise<void> {
    for (const [file, text] of [
      [this.certFile, chain],
      [this.keyFile, key],
    ] as const) {
      await writeFile(`${file}.new`, text, { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
  }

  remove = (): Promise<void> => rm(this.dir, { recursive: true, force: true })
}

/** Makes this process trust what these certificates sign, for as long as it runs. */
export function trust(...certificates: string[]): void {
  setDefaultCACertificates([...getCACertificates('default'), ...certificates])
}
