import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** One request with its head ready to send; the body is `bytes` of the file from `offset`. */
export interface WireRequest {
  head: string
  offset?: number
  bytes?: number
}

export interface WireTask {
  port: number
  /** Sends over TLS. */
  tls?: boolean
  /** The file that bodies come from. */
  file?: string
  /** SHA-256 over everything received; costs the client CPU, so a measured run never asks for it. */
  hash?: boolean
  /** One list per connection, sent in order. */
  connections: WireRequest[][]
}

export interface WireResult {
  seconds: number
  /** From the start to the first byte of a body; null where no byte came. */
  firstByteMs: number | null
  /** Of each connection, until it had all its answers. */
  connectionSeconds: number[]
  bytes: number
  sha256: string | null
  /** Of the TLS connections. */
  ciphers: string[]
}

export function headOf(method: string, path: string, host: string, headers: Record<string, string | number>): string {
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n')
}

/** Runs requests in a separate process. @throws Error unless every answer is a 2xx and complete */
export async function drive(task: WireTask): Promise<WireResult> {
  const child = spawn('python3', [join(import.meta.dirname, 'wire-client.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ host: '127.0.0.1', ...task }))
  let text = ''
  for await (const piece of child.stdout.setEncoding('utf8')) text += piece
  const { failures, statuses, ...result } = JSON.parse(text)
  const refused = Object.keys(statuses).filter((status) => !status.startsWith('2'))
  if (failures.length > 0 || refused.length > 0) {
    throw new Error(`Port ${task.port}: ${JSON.stringify(statuses)} ${failures.slice(0, 3).join('; ')}`)
  }
  return result
}

/** Deals items out to `count` connections in turn. */
export function deal<T>(items: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_none, nth) => items.filter((_item, index) => index % count === nth))
}
