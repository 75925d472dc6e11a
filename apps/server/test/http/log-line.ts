/** A line of a proxy's access log, sent like nginx, from any address of this machine. */
import { createSocket } from 'node:dgram'

/** The five fields that docs/operating.md makes nginx write, after the header of its syslog. */
export const logLine = (id: string, bytes: number, { status = 200, version = '1.1', isComplete = true } = {}) =>
  Buffer.from(`<190>Nov 23 08:15:09 web1 nginx: ${id} ${status} ${bytes} HTTP/${version} ${isComplete ? 'OK' : ''}`)

/** Returns once the kernel has them all, in this order. */
export async function sendDatagrams(from: string, port: number, datagrams: readonly Uint8Array[]): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, from, resolve))
  for (const datagram of datagrams) {
    await new Promise((resolve, reject) => {
      socket.send(datagram, port, '127.0.0.1', (error) => (error ? reject(error) : resolve(null)))
    })
  }
  await new Promise<void>((resolve) => socket.close(resolve))
}
