import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeApp, WIRE_OPTIONS } from './app.ts'
import type { Config } from './config/config.ts'
import { StartError } from './config/start-error.ts'
import { type Context, openContext } from './context.ts'
import { answerBroken, settleWire } from './http/answer-broken.ts'
import { Connections } from './http/connections.ts'
import { isProxyIn } from './http/is-proxy.ts'
import { VERSION } from './http/operating-routes.ts'
import { startWorker } from './jobs/start-worker.ts'
import { allTasks } from './tasks.ts'

const AUTO_PORTS = 3
const AUTO_PORTS_TRIED = 30

export interface RunningServer {
  ctx: Context
  app: FastifyInstance
  /** Says that it stops, goes on for DRAIN_SECONDS, then takes nothing new, finishes what runs and closes everything. */
  stop(): Promise<void>
}

/** Opens everything, listens on the page's port and the upload ports, and starts working off jobs. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const { ctx, close } = await openContext(config, log)
  const extra: Server[] = []
  const { connections: most, silentPerNetwork } = config.crowd
  const connections = new Connections({ most, silentPerNetwork, isProxy: isProxyIn(config.trustedProxies) })
  let app: FastifyInstance | null = null
  try {
    app = await makeApp(ctx)
    connections.mind(app.server)
    const [host = config.host, ...others] = await addressesOf(config.host)
    await app.listen({ port: config.port, host }).catch((error) => {
      throw inUse(error, config.port)
    })
    const uploadServers = await openUploadPorts(app, { ...config, host })
    extra.push(...uploadServers, ...(await openOthers(app, config.port, others)))
    for (const server of extra) connections.mind(server)
    ctx.origins.setUploadPorts(uploadServers.map((server) => (server.address() as { port: number }).port))
    const worker = await startWorker({ ...ctx, pool: ctx.jobPool, tasks: allTasks(ctx) })
    const running = app
    noteProcess(ctx, 'started')
    ctx.readiness.isReady = true
    const stop = async () => {
      ctx.readiness.isReady = false
      ctx.readiness.isStopping = true
      noteProcess(ctx, 'stopped')
      await pause(config.drainSeconds * 1_000)
      await Promise.allSettled([worker.stop(), closeListeners(running, extra, config.stopSeconds)])
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

function noteProcess({ security, nodeId }: Context, state: 'started' | 'stopped'): void {
  security.note({ event: 'process', outcome: 'ok', facts: { state, node: nodeId, version: VERSION } })
}

async function closeListeners(app: FastifyInstance, extra: Server[], stopSeconds: number): Promise<void> {
  const servers = [app.server, ...extra]
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, stopSeconds * 1_000)
  const closed = extra.map((server) => new Promise((resolve) => server.close(resolve)))
  // The app ends idle ones of its own after its hooks: a reader who has everything is given a moment to end theirs first.
  for (const server of extra) server.closeIdleConnections()
  await Promise.all([app.close(), ...closed])
  clearTimeout(cut)
}

/** 'localhost' is two addresses where the system has IPv6. Left to Fastify, the second would be a server that nobody minds. */
const addressesOf = async (host: string): Promise<string[]> =>
  host === 'localhost' ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host]

async function openOthers(app: FastifyInstance, port: number, hosts: readonly string[]): Promise<Server[]> {
  const servers = await Promise.all(hosts.map((host) => listenOn(app, port, host).catch(() => null)))
  return servers.filter((server) => server !== null)
}

type Listening = Pick<Config, 'port' | 'host' | 'uploadPorts'>

async function openUploadPorts(app: FastifyInstance, config: Listening): Promise<Server[]> {
  if (config.uploadPorts !== 'auto') {
    const servers: Server[] = []
    for (const port of config.uploadPorts) {
      servers.push(
        await listenOn(app, port, config.host).catch((error) => {
          throw inUse(error, port)
        }),
      )
    }
    return servers
  }
  const servers: Server[] = []
  for (let port = config.port + 1; port <= config.port + AUTO_PORTS_TRIED && servers.length < AUTO_PORTS; port += 1) {
    const server = await listenOn(app, port, config.host).catch(() => null)
    if (server) servers.push(server)
  }
  return servers
}

function listenOn(app: FastifyInstance, port: number, host: string): Promise<Server> {
  const server = createServer({ ...WIRE_OPTIONS, requestTimeout: 0, keepAliveTimeout: 75_000 }, app.routing as never)
  server.on('clientError', answerBroken)
  settleWire(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => resolve(server))
  })
}

function inUse(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use: set PORT or UPLOAD_PORTS to free ones.`)
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this account: choose one above 1023.`)
  return error
}
