import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/config/start-error.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { openPair } from '../platform/tls/certificate.ts'
import { fileSource } from '../platform/tls/certificate-source.ts'
import { findOrderState, orderAtOnce } from '../platform/tls/certificate-store.ts'
import { type Command, readWords } from './command.ts'
import { type OpenedDatabase, withDatabase } from './with-database.ts'

export const showCertificate: Command = {
  help: `Usage: npm run waybill -- certificate show

Shows where the certificate for PUBLIC_URL's host comes from, when it expires and when it is renewed. If the last order
failed, shows the certificate authority's reason and the time of the next try. Exits with 1 if there is no certificate.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    const { facts, isThere } = await withDatabase(stateOf)
    for (const [name, value] of facts) print(`${name}\t${value}\n`)
    return isThere ? 0 : 1
  },
}

export const renewNow: Command = {
  help: `Usage: npm run waybill -- certificate renew

Makes a running server order a new certificate for PUBLIC_URL's host, with a new key, within a minute. Use it after a
failure, once its cause is fixed, or if someone may have read the database and the master key. Certificate authorities
sign only a few certificates for one host per week.
`,
  async run(typed, print) {
    readWords(typed, { options: {}, words: [] })
    const host = await withDatabase(
      async ({ config, db }) => {
        if (config.tls?.kind !== 'acme')
          throw new StartError('This server orders no certificates, because TLS is not acme.')
        await orderAtOnce(db, config.publicUrl.hostname)
        await addJob(db, 'renew-certificate', {}, { key: 'renew-certificate' })
        return config.publicUrl.hostname
      },
      { command: 'certificate renew', isDone: () => true },
    )
    print(`The next server that checks orders a certificate for ${host}. To see the result, run: certificate show\n`)
    return 0
  },
}

type Facts = Array<[string, string | number]>

async function stateOf({ config, db }: OpenedDatabase): Promise<{ facts: Facts; isThere: boolean }> {
  const host = config.publicUrl.hostname
  if (config.tls === null) return { facts: [['tls', 'off']], isThere: false }
  if (config.tls.kind === 'files') return fileState(config.tls, host)
  const facts: Facts = [
    ['tls', 'acme'],
    ['directory', config.tls.directory.href],
    ['host', host],
  ]
  const state = await findOrderState(db, host)
  if (state?.endsAt) facts.push(['ends', state.endsAt.toISOString()])
  if (state?.renewAt) facts.push(['renewed', state.renewAt.toISOString()])
  if (state && state.failures > 0) {
    facts.push(
      ['failures', state.failures],
      ['reason', state.lastError ?? ''],
      ['tried again', state.nextTryAt.toISOString()],
    )
  }
  return { facts, isThere: state?.endsAt != null }
}

type Files = Extract<Config['tls'], { kind: 'files' }>

async function fileState(files: Files, host: string): Promise<{ facts: Facts; isThere: boolean }> {
  const facts: Facts = [
    ['tls', 'files'],
    ['host', host],
  ]
  try {
    const { fingerprint, endsAt } = openPair(await fileSource(files)())
    return { facts: [...facts, ['fingerprint', fingerprint], ['ends', endsAt.toISOString()]], isThere: true }
  } catch (error) {
    return { facts: [...facts, ['reason', (error as Error).message]], isThere: false }
  }
}
