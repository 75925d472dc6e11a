import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * A client that closes its direction of the connection with the request (`nc -N` does) still gets the download. Node
 * would close our direction before there is an answer. Call this before any hook that waits for something.
 */
export function answerHalfClosed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.isDownload) keepOpen(request.raw.socket, (act) => reply.raw.once('close', act))
    done()
  })
}

function keepOpen(socket: Socket, whenAnswered: (act: () => void) => void): void {
  const end = () => socket
  socket.end = end
  whenAnswered(() => {
    // The code that follows the answer has taken this over.
    if (socket.end !== end) return
    Reflect.deleteProperty(socket, 'end')
    if (socket.readableEnded) socket.end()
  })
}
