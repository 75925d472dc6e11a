/** What others make of mails: two verifiers that share no code with ours or with each other. */
import { spawnSync } from 'node:child_process'
import { promises as dns } from 'node:dns'
import { authenticate } from 'mailauth'
import { ensureMailVerifier, PYTHON } from '../../../../scripts/install/ensure-mail-verifier.ts'

/** One mail in base64 a line; says True or False for each. */
const SCRIPT = `
import base64, sys, dkim, dns.resolver
resolver = dns.resolver.Resolver(configure=False)
host, port = sys.argv[1].split(':')
resolver.nameservers, resolver.port = [host], int(port)
def txt(name, timeout=5):
    try:
        return b''.join(resolver.resolve(name.decode().rstrip('.'), 'TXT')[0].strings)
    except Exception:
        return None
for line in sys.stdin:
    print(dkim.verify(base64.b64decode(line), dnsfunc=txt))
`

interface Mail {
  raw: Buffer
  /** The envelope sender. */
  sender: string
}

interface Verdict {
  /** Of each signature, by mailauth. */
  dkim: Array<{ domain: string | undefined; selector: string | undefined; result: string }>
  dmarc: string
  spf: string
  /** By Debian's python3-dkim. */
  python: boolean
}

/** `resolver` is the address of a name server with its port. One program for all mails, since starting it is slow. */
export async function verifyMails(resolver: string, mails: readonly Mail[]): Promise<Verdict[]> {
  ensureMailVerifier()
  const input = mails.map(({ raw }) => `${raw.toString('base64')}\n`).join('')
  const said = spawnSync(PYTHON, ['-c', SCRIPT, resolver], { input, encoding: 'utf8' }).stdout.trim().split('\n')
  const servers = new dns.Resolver({ timeout: 1_000, tries: 2 })
  servers.setServers([resolver])
  return Promise.all(
    mails.map(async ({ raw, sender }, nth) => {
      const found = await authenticate(raw, {
        ip: '127.0.0.1',
        helo: 'mx.waybill.test',
        sender,
        disableArc: true,
        disableBimi: true,
        resolver: ((name: string, type: string) => servers.resolve(name, type)) as never,
      })
      return {
        dkim: (found.dkim?.results ?? []).map(({ signingDomain, selector, status }) => ({
          domain: signingDomain,
          selector,
          result: status.result,
        })),
        dmarc: found.dmarc ? found.dmarc.status.result : 'none',
        spf: found.spf ? found.spf.status.result : 'none',
        python: said[nth] === 'True',
      }
    }),
  )
}
