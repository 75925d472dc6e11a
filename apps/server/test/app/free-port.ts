import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range for outgoing connections, one of which could take the port between its choice and its use. */
const PORTS = { from: 20_000, to: 32_000 }
/** Ports for which a process needs a privilege, without those that browsers and `fetch` refuse. */
const LOW_PORTS = { from: 700, to: 900 }
const TRIES = 50

/** A port that is currently unused. */
export const freePort = (): Promise<number> => unusedOf(PORTS)

/** An unused port below 1024; the caller is root. */
export const lowPort = (): Promise<number> => unusedOf(LOW_PORTS)

async function unusedOf({ from, to }: { from: number; to: number }): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(from, to)
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
