import { spawn } from 'node:child_process'
import { connect, type Server, type Socket } from 'node:net'

/** What listens is made inside the namespace and handed out of it: what arrives there is taken up by this process. */
const LISTEN = `
  import { createServer } from 'node:net'
  const [address, ...ports] = process.argv.slice(1)
  for (const port of ports) {
    const server = createServer().listen(Number(port), address, () => process.send(Number(port), server))
  }`

/** Lets `address` in another network namespace lead to the same ports of this one. Answers the way to end it. */
export async function leadHere(namespace: string, address: string, ports: readonly number[]): Promise<() => void> {
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  const node = [process.execPath, '--input-type=module', '--eval', LISTEN, address, ...ports.map(String)]
  const child = spawn('ip', ['netns', 'exec', namespace, ...node], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The end in ${namespace} ended with ${code}`)))
    child.on('message', (port, handle) => {
      const server = handle as Server
      server.on('connection', (socket) => joinPair(socket, connect(Number(port), '127.0.0.1'), sockets))
      if (servers.push(server) === ports.length) resolve()
    })
  })
  child.kill()
  return () => {
    for (const server of servers) server.close()
    for (const socket of sockets) socket.destroy()
  }
}

function joinPair(near: Socket, far: Socket, sockets: Set<Socket>): void {
  near.pipe(far).pipe(near)
  for (const [end, other] of [[near, far] as const, [far, near] as const]) {
    sockets.add(end)
    end.on('error', () => other.destroy())
    end.on('close', () => {
      sockets.delete(end)
      other.destroy()
    })
  }
}
