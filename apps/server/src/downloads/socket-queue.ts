/**
 * What the kernel still holds of a connection's bytes. Node tells when the kernel has taken bytes, not when the other
 * side has them; Linux tells that in /proc/net/tcp (tx_queue: written and not yet acknowledged). Elsewhere it is
 * not known.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIPv4, type Socket } from 'node:net'

/** 'gone': the kernel has forgotten the connection. 'unknown': this system does not tell. */
export type QueueState = { state: number; unacknowledgedBytes: number } | 'gone' | 'unknown'

export interface SocketQueue {
  read(): Promise<QueueState>
  readNow(): QueueState
}

/** TCP states as the kernel numbers them. */
export const TCP = { established: 1, finWait1: 4, finWait2: 5, timeWait: 6, closeWait: 8, lastAck: 9, closing: 11 }

const DEFAULT_MAX_IN_FLIGHT_BYTES = 4 * 1024 * 1024

/** Keeps the connection's addresses, which the socket forgets when it is closed. */
export function socketQueue(socket: Socket): SocketQueue {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  if (!localAddress || !localPort || !remoteAddress || !remotePort) {
    return { read: async () => 'unknown', readNow: () => 'unknown' }
  }
  const table = isIPv4(localAddress) ? '/proc/net/tcp' : '/proc/net/tcp6'
  const pair = `${endpoint(localAddress, localPort)} ${endpoint(remoteAddress, remotePort)} `
  return {
    read: () =>
      readFile(table, 'latin1').then(
        (text) => stateIn(text, pair),
        () => 'unknown' as const,
      ),
    readNow() {
      try {
        return stateIn(readFileSync(table, 'latin1'), pair)
      } catch {
        return 'unknown'
      }
    },
  }
}

/** '…: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 …': addresses, state, unacknowledged and unread bytes. */
function stateIn(table: string, pair: string): QueueState {
  const at = table.indexOf(pair)
  if (at < 0) return 'gone'
  const [state = '', queues = ''] = table.slice(at + pair.length, at + pair.length + 24).split(' ')
  return { state: Number.parseInt(state, 16), unacknowledgedBytes: Number.parseInt(queues, 16) }
}

/** An address as the table has it: 32-bit words in the machine's order (little-endian on every platform we run on). */
function endpoint(address: string, port: number): string {
  const bytes = isIPv4(address) ? Uint8Array.from(address.split('.'), Number) : ipv6Bytes(address)
  let hex = ''
  for (let word = 0; word < bytes.length; word += 4) {
    hex += Buffer.from(bytes.subarray(word, word + 4))
      .reverse()
      .toString('hex')
      .toUpperCase()
  }
  return `${hex}:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function ipv6Bytes(address: string): Uint8Array {
  // The URL parser writes every form of an address as groups of hexadecimal digits.
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]))
}

let maxInFlight: number | undefined

/** The most the kernel can hold unacknowledged of one connection: its largest send buffer. */
export function maxInFlightBytes(): number {
  if (maxInFlight !== undefined) return maxInFlight
  try {
    const [, , most] = readFileSync('/proc/sys/net/ipv4/tcp_wmem', 'latin1').split(/\s+/)
    maxInFlight = Number(most) || DEFAULT_MAX_IN_FLIGHT_BYTES
  } catch {
    maxInFlight = DEFAULT_MAX_IN_FLIGHT_BYTES
  }
  return maxInFlight
}
