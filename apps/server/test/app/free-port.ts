import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range for outgoing connections, one of which could take the port between its choice and its use. */
const PORTS = { from: 20_000, to: 32_000 } as const
const TRIES = 50

/** A port that is currently unused. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await canListen(port)) return port
  }
  throw new Error(`None of ${TRIES} ports was free`)
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
