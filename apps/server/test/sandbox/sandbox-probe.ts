/** Runs in the sandbox in place of its program, and reports what it could reach. */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup, resolve4 } from 'node:dns'
import { lookup as lookupLater } from 'node:dns/promises'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect as connectSecurely } from 'node:http2'
import { connect, createConnection, createServer, Server, Socket } from 'node:net'
import { argv, env } from 'node:process'
import { connect as connectTls } from 'node:tls'
import { Worker } from 'node:worker_threads'

const [, , ownPort = '0', secretFile = ''] = argv
const port = Number(ownPort)

/** Resolves when the socket is connected. */
const joined = (socket: Socket) =>
  new Promise((resolve, reject) => socket.once('connect', () => resolve('connected')).once('error', reject))

const attempts: Record<string, () => unknown> = {
  'read a file': () => readFileSync(secretFile, 'utf8'),
  'list a folder': () => readdirSync('/'),
  'read itself': () => readFileSync('/proc/self/environ', 'utf8'),
  'write a file': () => writeFileSync(`${secretFile}.new`, 'x'),
  'run a program': () => execFileSync('id'),
  'run a worker': () => new Worker('1', { eval: true }),
  'make code': () => new Function('return 1')(),
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  connect: () => joined(connect(port, '127.0.0.1')),
  createConnection: () => joined(createConnection(port, '127.0.0.1')),
  'Socket.connect': () => joined(new Socket().connect(port, '127.0.0.1')),
  tls: () => connectTls(port, '127.0.0.1'),
  http: () => get(`http://127.0.0.1:${port}/`),
  http2: () => connectSecurely(`http://127.0.0.1:${port}/`),
  listen: () => createServer().listen(0),
  'Server.listen': () => new Server().listen(0),
  datagram: () => createSocket('udp4').send('x', port, '127.0.0.1'),
  lookup: () => lookup('localhost', () => undefined),
  resolve: () => resolve4('localhost', () => undefined),
  'lookup later': () => lookupLater('localhost'),
  builtin: () => joined(process.getBuiltinModule('net').connect(port, '127.0.0.1')),
  'put back': () => Object.defineProperty(Socket.prototype, 'connect', { value: null }),
}

const reached: string[] = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    reached.push(name)
  } catch {
    // Refused, as it should be.
  }
}
process.stdout.write(
  JSON.stringify({
    attempts: Object.keys(attempts).length,
    reached,
    environment: Object.keys(env),
  }),
)
