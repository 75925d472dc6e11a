import { readFileSync } from 'node:fs'

const DEFAULT_BYTES = 4 * 1024 * 1024

let most: number | undefined

/** The most that the kernel can hold unacknowledged for one connection: its largest send buffer. */
export function maxInFlightBytes(): number {
  most ??= readMost()
  return most
}

function readMost(): number {
  try {
    const [, , bytes] = readFileSync('/proc/sys/net/ipv4/tcp_wmem', 'latin1').split(/\s+/)
    return Number(bytes) || DEFAULT_BYTES
  } catch {
    return DEFAULT_BYTES
  }
}
