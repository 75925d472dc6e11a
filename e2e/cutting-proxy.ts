import { type AddressInfo, connect, createServer } from 'node:net'

/** A line to `port` that breaks each connection once so many bytes have come down it. */
export interface CuttingProxy {
  port: number
  cuts(): number
  close(): Promise<void>
}

export async function cutEvery(bytes: number, port: number): Promise<CuttingProxy> {
  let cuts = 0
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    let carried = 0
    client.pipe(server)
    server.on('data', (chunk: Buffer) => {
      carried += chunk.length
      if (carried > bytes) {
        cuts += 1
        client.resetAndDestroy()
        server.destroy()
      } else if (!client.write(chunk)) {
        server.pause()
        client.once('drain', () => server.resume())
      }
    })
    server.on('end', () => client.end())
    for (const [end, other] of [[client, server] as const, [server, client] as const]) {
      end.on('error', () => other.destroy())
      end.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    cuts: () => cuts,
    close: () => new Promise<void>((resolve) => proxy.close(() => resolve())),
  }
}
