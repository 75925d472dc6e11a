import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_MS = 50
const PATIENCE_MS = 3000

/**
 * Lets one process of this machine at a time decide what to do with the cluster in `folder`. The gate is a name that
 * the kernel frees when its holder dies, however it dies. Returns a function that opens the gate again, or null when
 * another process kept it shut. macOS has no such names; there PostgreSQL's own lock file is the only guard.
 */
export async function enterStartGate(folder: string): Promise<(() => Promise<void>) | null> {
  if (process.platform !== 'linux' && process.platform !== 'win32') return async () => {}
  const name = `waybill-start-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  const path = process.platform === 'linux' ? `\0${name}` : `\\\\.\\pipe\\${name}`
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += RETRY_MS) {
    const leave = await listenOn(path)
    if (leave) return leave
    await pause(RETRY_MS)
  }
  return null
}

function listenOn(path: string): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve(() => new Promise((closed) => void server.close(() => closed())))
    })
  })
}
