/**
 * Whether the end of an answer has arrived. Known: that the other side's kernel acknowledged every byte (Linux), that
 * it asked for something else on the same connection, or that it closed the connection cleanly with nothing
 * unacknowledged. Not known to anybody here: whether the program over there has read, or kept, what its kernel
 * acknowledged; and behind a reverse proxy "the other side" is the proxy.
 */
import type { Socket } from 'node:net'
import { type QueueState, type SocketQueue, socketQueue, TCP } from './socket-queue.ts'

const POLLS_MS = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
/** A connection that acknowledges nothing for so long is given up by the kernel too. */
const PATIENCE_MS = 20 * 60_000

const waiting = new WeakMap<Socket, () => void>()

/** To be called when a new request comes in: what was sent on this connection before has been read. */
export function noteNextRequest(socket: Socket): void {
  waiting.get(socket)?.()
}

export interface Arrival {
  /** Call once everything was handed to the kernel. False where the connection broke, or it is not known. */
  hasArrived(): Promise<boolean>
  /** Call where that will not be asked. */
  forget(): void
}

/** Begins to watch before the answer ends, so that a client that leaves at once is not missed. */
export function watchArrival(socket: Socket): Arrival {
  const queue = socketQueue(socket)
  const verdict = Promise.withResolvers<boolean>()
  const scene = { isSent: false, isCleanEnd: false }
  const onEnd = () => {
    scene.isCleanEnd = true
    if (scene.isSent && judge(queue.readNow(), false) === true) verdict.resolve(true)
  }
  const onError = () => verdict.resolve(false)
  const forget = () => {
    socket.off('end', onEnd)
    socket.off('error', onError)
    waiting.delete(socket)
  }
  socket.prependListener('end', onEnd)
  socket.on('error', onError)
  return {
    forget,
    async hasArrived() {
      scene.isSent = true
      waiting.set(socket, () => verdict.resolve(true))
      const polled = poll(queue, socket, () => scene.isCleanEnd, verdict.promise)
      const arrived = await Promise.race([verdict.promise, polled])
      verdict.resolve(arrived)
      forget()
      return arrived
    },
  }
}

/** Asks the kernel, ever more slowly, until it says yes or knows the connection no longer. */
async function poll(
  queue: SocketQueue,
  socket: Socket,
  isCleanEnd: () => boolean,
  settled: Promise<boolean>,
): Promise<boolean> {
  for (let i = 0, waitedMs = 0; waitedMs < PATIENCE_MS; i++) {
    const state = await queue.read()
    const known = judge(state, socket.destroyed)
    // A table that never knew an open connection tells nothing about any.
    if (known === 'unknown' || (i === 0 && state === 'gone' && !socket.destroyed))
      return untilClosed(socket, isCleanEnd)
    if (known !== undefined) return known
    const pauseMs = POLLS_MS[Math.min(i, POLLS_MS.length - 1)] as number
    waitedMs += pauseMs
    if (await isSettledWithin(pauseMs, settled)) return settled
  }
  return false
}

/** True, false, 'unknown', or undefined: not yet. */
function judge(queue: QueueState, isClosed: boolean): boolean | 'unknown' | undefined {
  if (queue === 'unknown') return 'unknown'
  if (queue === 'gone') return isClosed ? false : undefined
  const { state, unacknowledgedBytes } = queue
  if (state === TCP.finWait2 || state === TCP.timeWait) return true
  // Our own FIN counts as a byte in these states.
  const isEnding = state === TCP.finWait1 || state === TCP.lastAck || state === TCP.closing
  return unacknowledgedBytes <= (isEnding ? 1 : 0) ? true : undefined
}

/** Where the kernel does not tell: a clean end by the other side is all there is to go by. */
function untilClosed(socket: Socket, isCleanEnd: () => boolean): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(isCleanEnd())
  return new Promise((resolve) => socket.once('close', (hadError) => resolve(!hadError && isCleanEnd())))
}

function isSettledWithin(milliseconds: number, settled: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds)
    timer.unref()
    void settled.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
