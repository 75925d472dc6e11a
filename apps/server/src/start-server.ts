import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import { type Context, openContext } from './context.ts'
import type { Config } from './platform/config/config.ts'
import { StartError } from './platform/config/start-error.ts'
import { answerBroken } from './platform/http/connections/answer-broken.ts'
import { Connections } from './platform/http/connections/connections.ts'
import { makeListener } from './platform/http/connections/make-listener.ts'
import { checkSelf } from './platform/http/front/self-check.ts'
import { VERSION } from './platform/http/operating/operating-routes.ts'
import { isProxyIn } from './platform/http/proxies/is-proxy.ts'
import { addJob } from './platform/jobs/add-job.ts'
import { startWorker } from './platform/jobs/start-worker.ts'
import { HostCertificates } from './platform/tls/host-certificates.ts'
import { makeHttpPort } from './platform/tls/http-port.ts'
import { allTasks } from './tasks.ts'
import { requireKnownStores } from './uploads/index.ts'

const AUTO_PORTS = 3
const AUTO_PORTS_TRIED = 30
/** By then a balancer has noticed this process. */
const SELF_CHECK_AFTER_MS = 30_000

export interface RunningServer {
  ctx: Context
  app: FastifyInstance
  /**
   * Announces that it stops, continues for DRAIN_SECONDS, then accepts nothing new, finishes running work and closes
   * everything.
   */
  stop(): Promise<void>
}

/** Opens everything, listens on the page's port, the upload ports and the plain HTTP port, and starts running jobs. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { ctx, close } = await openContext(config, log)
  const extra: Server[] = []
  const { connections: most, silentPerNetwork } = config.crowd
  const connections = new Connections({ most, silentPerNetwork, isProxy: isProxyIn(config.trustedProxies) })
  let app: FastifyInstance | null = null
  try {
    await requireKnownStores(ctx)
    app = await makeApp(ctx)
    watchConnections(ctx, connections)
    serveCustomHosts(ctx)
    connections.mind(app.server)
    const [host = config.host, ...others] = await addressesOf(config.host)
    await app.listen({ port: config.port, host }).catch((error) => {
      throw inUse(error, config.port)
    })
    const uploadServers = await openUploadPorts(ctx, app, host)
    extra.push(...uploadServers, ...(await openOthers(ctx, app, others)))
    if (config.tls?.httpPort) extra.push(...(await openHttpPorts(ctx, config.tls.httpPort, [host, ...others])))
    for (const server of extra) connections.mind(server)
    ctx.origins.setUploadPorts(uploadServers.map((server) => (server.address() as { port: number }).port))
    const stopMs = config.stopSeconds * 1_000
    const cutWork = () => ctx.hashing.close()
    const worker = await startWorker({ ...ctx, pool: ctx.jobPool, tasks: allTasks(ctx), stopMs, cutWork })
    // The first certificate does not wait for the next full minute.
    if (ctx.certificates?.current === null) await addJob(ctx.db, 'renew-certificate', {}, { key: 'renew-certificate' })
    const running = app
    noteProcess(ctx, 'started')
    ctx.readiness.isReady = true
    const checking = setTimeout(() => void checkSelf(ctx), SELF_CHECK_AFTER_MS).unref()
    const stop = async () => {
      clearTimeout(checking)
      ctx.readiness.isReady = false
      ctx.readiness.isStopping = true
      noteProcess(ctx, 'stopped')
      await pause(config.drainSeconds * 1_000)
      await Promise.allSettled([worker.stop(), closeListeners(running, extra, { connections, config })])
      connections.close()
      await close()
    }
    return { ctx, app, stop }
  } catch (error) {
    connections.close()
    for (const server of extra) server.close()
    await app?.close()
    await close()
    throw error
  }
}

function watchConnections({ metrics }: Context, connections: Connections): void {
  const bytes = { name: 'waybill_http_bytes_total', help: 'Bytes of connections', labels: ['direction'] }
  metrics.watch({ ...bytes, kind: 'counter' }, () =>
    Object.entries(connections.bytes).map(([direction, value]) => ({ labels: { direction }, value })),
  )
  metrics.watch({ name: 'waybill_http_connections', help: 'Open connections' }, () => [
    { value: connections.counts.open },
  ])
}

function noteProcess({ security, nodeId }: Context, state: 'started' | 'stopped'): void {
  security.note({ event: 'process', outcome: 'ok', facts: { state, node: nodeId, version: VERSION } })
}

interface Closing {
  connections: Connections
  config: Config
}

async function closeListeners(app: FastifyInstance, extra: Server[], closing: Closing): Promise<void> {
  const servers = [app.server, ...extra]
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, closing.config.stopSeconds * 1_000)
  const closed = extra.map((server) => new Promise((resolve) => server.close(resolve)))
  // The app ends its own idle connections after its hooks: a reader who has everything first gets a moment to end
  // theirs.
  for (const server of extra) server.closeIdleConnections()
  const whole = Promise.all([app.close(), ...closed])
  closing.connections.cutHandshakes()
  await whole
  clearTimeout(cut)
}

/**
 * 'localhost' has two addresses where the system has IPv6. If Fastify opened the second, nothing would watch that
 * server. '::' stands for every address, even on a system without IPv6.
 */
async function addressesOf(host: string): Promise<string[]> {
  if (host === 'localhost') return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))]
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(isIpv6))
  return [host === '::' && !hasIpv6 ? '0.0.0.0' : host]
}

const isIpv6 = ({ family }: { family: string }) => family === 'IPv6'

async function openOthers(ctx: Context, app: FastifyInstance, hosts: readonly string[]): Promise<Server[]> {
  const servers = await Promise.all(
    hosts.map((host) => listenOn(uploadServer(ctx, app), ctx.config.port, host).catch(() => null)),
  )
  return servers.filter((server) => server !== null)
}

/** The first address must be available, as for the page's port. */
async function openHttpPorts(ctx: Context, port: number, hosts: readonly string[]): Promise<Server[]> {
  const [first = '', ...others] = hosts
  const server = await listenOn(makeHttpPort(ctx), port, first).catch((error) => {
    throw inUse(error, port, 'HTTP_PORT')
  })
  const more = await Promise.all(others.map((host) => listenOn(makeHttpPort(ctx), port, host).catch(() => null)))
  return [server, ...more.filter((one) => one !== null)]
}

async function openUploadPorts(ctx: Context, app: FastifyInstance, host: string): Promise<Server[]> {
  const { config } = ctx
  const servers: Server[] = []
  if (config.uploadPorts !== 'auto') {
    for (const port of config.uploadPorts) {
      servers.push(
        await listenOn(uploadServer(ctx, app), port, host).catch((error) => {
          throw inUse(error, port)
        }),
      )
    }
    return servers
  }
  for (let port = config.port + 1; port <= config.port + AUTO_PORTS_TRIED && servers.length < AUTO_PORTS; port += 1) {
    const server = await listenOn(uploadServer(ctx, app), port, host).catch(() => null)
    if (server) servers.push(server)
  }
  return servers
}

/** Certificates of custom hosts are ordered at their first handshake; files and proxies bring their own. */
function serveCustomHosts(ctx: Context): void {
  if (ctx.config.tls?.kind !== 'acme') return
  const hosts = new HostCertificates(ctx, ctx.config.tls)
  ctx.certificates?.serveHosts((name) => hosts.contextFor(name))
}

/** A further server of the app, over TLS where the page's own is. */
function uploadServer({ certificates }: Context, app: FastifyInstance): Server {
  const server = makeListener(app.routing as never, certificates)
  server.on('clientError', answerBroken)
  return server
}

function listenOn(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => resolve(server))
  })
}

function inUse(error: NodeJS.ErrnoException, port: number, name = 'PORT or UPLOAD_PORTS'): Error {
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} is in use. Set ${name} to a free one.`)
  if (error.code === 'EACCES') {
    const advice = 'choose one above 1023, or allow it (docs/operating.md, "HTTPS")'
    return new StartError(`This account may not open port ${port}: ${advice}.`)
  }
  return error
}
