/** One TLS connection, as a client of any age makes it. */
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'

/** Resolves once the handshake is complete; rejects with the reason of its failure. */
export function shakeHands(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const given = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false, ...options }
    const socket = connect(given, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** The SHA-256 of the certificate in a new connection. */
export async function shownCertificate(port: number, options: ConnectionOptions = {}): Promise<string> {
  const socket = await shakeHands(port, options)
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}
