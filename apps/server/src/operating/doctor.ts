import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import { readEnv } from '../platform/config/env.ts'
import { readMasterKey } from '../platform/config/master-key.ts'
import type { Way } from '../platform/http/front/ask-front.ts'
import { type Examination, examineFront } from '../platform/http/front/examine-front.ts'
import { adviceFor } from '../platform/http/front/front-advice.ts'
import { frontToken } from '../platform/http/front/front-token.ts'
import { type Command, onOneLine, readWords, UsageError } from './command.ts'

const MEGABYTE = 1_000_000
const MOST_MEGABYTES = 64

/** `way`: how to reach an address in place of its own host and port. */
export const doctorBy = (way?: Way): Command => ({
  help: `Usage: npm run waybill -- doctor <address> [options]

Examines a running Waybill from outside, through everything in front of it: sends and fetches 32 MB through every
upload origin, and says what to change in nginx, Caddy, haproxy or the kernel. <address> is the server's PUBLIC_URL.
Run it on a machine that reaches Waybill as its users do. Nothing is stored.

  --token <token>        The operator's token: OPERATOR_TOKEN of the server, or the one in the address of the mailbox.
                         Where the server's settings and master key are, none is needed.
  --megabytes <number>   How much to send and fetch, 1 to ${MOST_MEGABYTES}. Default: 32.
  --json                 Prints one JSON object.

Exits with 1 if there is something to change.
`,
  async run(typed, print) {
    const text = { type: 'string' } as const
    const options = { token: text, megabytes: text, json: { type: 'boolean' } } as const
    const { values, positionals } = readWords(typed, { options, words: ['address'] })
    const url = typedUrl(positionals[0] ?? '')
    const bytes = typedMegabytes(values.megabytes ?? '32') * MEGABYTE
    const token = values.token ?? (await ownToken())
    const examination = await examineFront({ url, token, bytes, now: () => systemClock.nowMs(), ...(way && { way }) })
    print(values.json ? `${JSON.stringify(withAdvice(examination))}\n` : told(url, examination))
    return examination.findings.length === 0 ? 0 : 1
  },
})

export const doctor: Command = doctorBy()

function typedUrl(typed: string): URL {
  const url = URL.canParse(typed) ? new URL(typed) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new UsageError('The address must be that of the site, such as https://send.example.com.')
  }
  return url
}

function typedMegabytes(typed: string): number {
  const megabytes = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  if (megabytes < 1 || megabytes > MOST_MEGABYTES) {
    throw new UsageError(`--megabytes must be a number from 1 to ${MOST_MEGABYTES}.`)
  }
  return megabytes
}

/** For these calls alone, from the server's master key where it is here. */
async function ownToken(): Promise<string> {
  const masterKey = await readMasterKey(readConfig(readEnv()).masterKeyFile)
  if (masterKey === null) throw new UsageError('This machine has no key of a Waybill. Give its token with --token.')
  return frontToken(masterKey, systemClock.nowMs())
}

const withAdvice = (examination: Examination) => ({
  ...examination,
  findings: examination.findings.map((finding) => ({ ...finding, advice: adviceFor(finding) })),
})

function told(url: URL, { front, server, carried, findings }: Examination): string {
  const lines: string[] = []
  if (front !== null) {
    const before = server === null ? '' : `, behind ${onOneLine(server)}`
    lines.push(
      `Waybill ${onOneLine(front.version)} at ${url.origin}${before}; it takes this machine for ${front.address}`,
    )
  }
  for (const { origin, way, bytes, milliseconds } of carried) {
    const [seconds, megabytes] = [milliseconds / 1_000, bytes / MEGABYTE]
    const verb = way === 'up' ? 'sent' : 'fetched'
    lines.push(
      `${origin}  ${verb} ${megabytes} MB in ${seconds.toFixed(1)} s, ${((megabytes * 8) / seconds).toFixed(0)} Mbit/s`,
    )
  }
  lines.push(findings.length === 0 ? 'Nothing to change.' : `To change (${findings.length}):`)
  for (const finding of findings) lines.push(`- ${onOneLine(adviceFor(finding))}`)
  return `${lines.join('\n')}\n`
}
