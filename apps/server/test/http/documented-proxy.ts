/**
 * nginx, Caddy and haproxy as docs/operating.md prints them: names stay, ports and the certificate's files are this
 * test's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDocumentedProxies } from '../../../../scripts/install/ensure-proxies.ts'
import { freePort } from '../app/free-port.ts'
import { until } from '../app/until.ts'
import { makePair } from './own-certificate.ts'

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

/** The host in the document. */
export const HOST = 'send.example.com'
const PAGE = join(import.meta.dirname, '../../../../docs/operating.md')

/** What the document fixes, and the test replaces. */
interface Place {
  dir: string
  /** For 80, 443, and the ports of the processes and of their logs. */
  ports: Record<'http' | 'https' | 'one' | 'two' | 'oneLog' | 'twoLog', number>
}

export interface RunningProxy extends AsyncDisposable {
  httpPort: number
  httpsPort: number
  ca: string
}

/** The document's only block in the proxy's own language. */
function printed(name: ProxyName): string {
  const blocks = readFileSync(PAGE, 'utf8').split(`\`\`\`${name}\n`).slice(1)
  if (blocks.length !== 1) throw new Error(`docs/operating.md has ${blocks.length} blocks of ${name}`)
  return blocks[0]?.split('```')[0] ?? ''
}

/** The domain of SUBDOMAIN_BASE in the document. */
export const BASE = 'share.example.com'

/**
 * nginx's two servers a second time for names under SUBDOMAIN_BASE, as the document says in words: another name, a wildcard
 * certificate, and a redirect to the name that was asked for.
 */
function withSubdomains(text: string): string {
  const page = readFileSync(PAGE, 'utf8')
  const [name, redirect] = [`server_name *.${BASE};`, 'return 301 https://$host$request_uri;']
  for (const said of [name, redirect])
    if (!page.includes(`\`${said}\``)) throw new Error(`docs/operating.md no longer says '${said}'`)
  const [plain, secure, ...more] = text.match(/^server \{$[\s\S]*?^\}$/gm) ?? []
  if (plain === undefined || secure === undefined || more.length > 0) throw new Error('nginx has not two servers')
  const renamed = (server: string) => replaceAll(server, [[`server_name ${HOST};`, name]])
  return [
    text,
    replaceAll(renamed(plain), [[`return 301 https://${HOST}$request_uri;`, redirect]]),
    replaceAll(renamed(secure), [
      ['/etc/tls/fullchain.pem', '/etc/tls/share/fullchain.pem'],
      ['/etc/tls/privkey.pem', '/etc/tls/share/privkey.pem'],
    ]),
  ].join('\n')
}

/** Every one of the pairs must occur in the text, or the document and the test have diverged. */
function replaceAll(text: string, pairs: ReadonlyArray<readonly [string, string]>): string {
  for (const [from] of pairs) if (!text.includes(from)) throw new Error(`docs/operating.md no longer has '${from}'`)
  const all = new RegExp(pairs.map(([from]) => from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
  const by = new Map(pairs)
  return text.replaceAll(all, (found) => by.get(found) ?? '')
}

const settings: Record<ProxyName, (text: string, place: Place) => string> = {
  /** The file belongs into nginx's `http`, like those of `conf.d`. */
  nginx: (text, { dir, ports }) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${dir}/nginx.pid;
events { worker_connections 512; }
http {
  client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
  ${replaceAll(text, [
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
    ['127.0.0.1:3000', `127.0.0.1:${ports.one}`],
    ['127.0.0.1:3001', `127.0.0.1:${ports.two}`],
    ['127.0.0.1:5514', `127.0.0.1:${ports.oneLog}`],
    ['127.0.0.1:5515', `127.0.0.1:${ports.twoLog}`],
    ['/etc/tls/fullchain.pem', `${dir}/cert.pem`],
    ['/etc/tls/privkey.pem', `${dir}/key.pem`],
    ['/var/log/nginx/access.log', `${dir}/access.log`],
  ])}
}
`,
  caddy: (text, { dir, ports }) =>
    replaceAll(text, [
      ['{\n  auto_https', `{\n  admin off\n  http_port ${ports.http}\n  https_port ${ports.https}\n  auto_https`],
      ['\nsend.example.com {\n', `\nsend.example.com {\n  tls ${dir}/cert.pem ${dir}/key.pem\n`],
      ['127.0.0.1:3000', `127.0.0.1:${ports.one}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports.two}`],
    ]),
  haproxy: (text, { dir, ports }) =>
    replaceAll(text, [
      ['bind :80\n', `bind 127.0.0.1:${ports.http}\n`],
      ['bind :443 ', `bind 127.0.0.1:${ports.https} `],
      ['/etc/haproxy/send.pem', `${dir}/both.pem`],
      ['127.0.0.1:3000', `127.0.0.1:${ports.one}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports.two}`],
    ]),
}

const commands: Record<ProxyName, (file: string) => [string, string[]]> = {
  nginx: (file) => ['/usr/sbin/nginx', ['-c', file, '-e', `${file}.log`]],
  caddy: (file) => ['/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
  haproxy: (file) => ['/usr/sbin/haproxy', ['-db', '-f', file]],
}

/** Where the processes and their logs are. */
export type Behind = Pick<Place['ports'], 'one' | 'two' | 'oneLog' | 'twoLog'>

interface Differing {
  /** Pairs of what the document says and what this proxy has in its place. */
  changes?: ReadonlyArray<readonly [string, string]>
  /** nginx also serves names under SUBDOMAIN_BASE. */
  hasSubdomains?: boolean
}

/** Starts a proxy in front of processes at these addresses; returns once it accepts connections. */
export async function startDocumentedProxy(
  name: ProxyName,
  behind: Behind,
  { changes = [], hasSubdomains = false }: Differing = {},
): Promise<RunningProxy> {
  ensureDocumentedProxies()
  const dir = mkdtempSync(join(tmpdir(), `waybill-${name}-`))
  const pair = await makePair(HOST)
  writeFileSync(join(dir, 'cert.pem'), pair.chain)
  writeFileSync(join(dir, 'key.pem'), pair.key)
  writeFileSync(join(dir, 'both.pem'), pair.chain + pair.key)
  const ports = { ...behind, http: await freePort(), https: await freePort() }
  const file = join(dir, 'proxy.conf')
  const wildcard = hasSubdomains ? await makePair(`*.${BASE}`) : null
  if (wildcard) {
    writeFileSync(join(dir, 'share-fullchain.pem'), wildcard.chain)
    writeFileSync(join(dir, 'share-privkey.pem'), wildcard.key)
  }
  const changed = changes.length > 0 ? replaceAll(printed(name), changes) : printed(name)
  const text = hasSubdomains ? withSubdomains(changed) : changed
  writeFileSync(file, settings[name](text, { dir, ports }).replaceAll('/etc/tls/share/', `${dir}/share-`))
  const [program, args] = commands[name](file)
  const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await untilListening(child, ports.https)
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    ca: pair.chain + (wildcard?.chain ?? ''),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000)
    })
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`It did not start: ${said}`)
    return listens(port)
  })
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
