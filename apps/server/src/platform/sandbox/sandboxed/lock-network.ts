/**
 * Runs before anything else in the sandbox: the permission model of Node 24 does not cover the network, so this removes
 * every access to it that a script has. Where the kernel allows it, the whole process also has no network
 * (sandbox-command.ts).
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

function noNetwork(): never {
  throw new Error('There is no network here')
}

/** Permanently: no code can restore the original. */
function lock(holder: object, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(holder, name, { value: noNetwork, configurable: false, writable: false })
}

const callable = (module: object): string[] =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))

lock(net.Socket.prototype, ['connect'])
lock(net.Server.prototype, ['listen'])
lock(net, ['connect', 'createConnection', 'createServer', 'Server'])
for (const module of [dns.promises, dns, dgram, http, https, http2, tls]) lock(module, callable(module))
lock(globalThis, ['fetch', 'WebSocket', 'EventSource'])
syncBuiltinESMExports()
