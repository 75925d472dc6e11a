/**
 * Whether the end of an answer has arrived. It has when the other side's kernel acknowledged every byte (Linux) and
 * its program then asked for something else on the connection, closed it cleanly, or left it open without complaint
 * for a while. A connection that is reset may have taken unread bytes with it. Not known to anybody here: what a
 * program that leaves a connection open has read of what its kernel acknowledged, and whether it was kept; behind a
 * reverse proxy "the other side" is the proxy.
 */
import type { Socket } from 'node:net'
import { type QueueState, type SocketQueue, socketQueue, TCP } from './socket-queue.ts'

const POLLS_MS = [0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
/** A connection that acknowledges nothing for so long is given up by the kernel too. */
const PATIENCE_MS = 20 * 60_000
/** A client that has it all and leaves the connection open is believed after this; one that resets it before is not. */
const GRACE_MS = 5_000

export interface Arrival {
  /** Call once everything was handed to the kernel. False where the connection broke, or it is not known. */
  hasArrived(): Promise<boolean>
  /** Call where that will not be asked. */
  forget(): void
}

interface Scene {
  /** The other side has closed its direction without complaint. */
  isCleanEnd: boolean
}

interface Waiting {
  queue: SocketQueue
  settle(hasArrived: boolean): void
}

/** The answers of a process whose end is not known yet. */
export class Arrivals {
  readonly #waiting = new Map<Socket, Waiting>()

  /** To be called when a new request comes in: what was sent on this connection before has been read. */
  noteNextRequest(socket: Socket): void {
    this.#waiting.get(socket)?.settle(true)
  }

  /** For a server that stops: what is acknowledged by now has arrived, the rest is not known. */
  conclude(): void {
    const scene = { isCleanEnd: false }
    for (const { queue, settle } of this.#waiting.values()) settle(judge(queue.readNow(), scene) !== 'pending')
  }

  /** Begins to watch before the answer ends, so that a client that leaves at once is not missed. */
  watch(socket: Socket): Arrival {
    const queue = socketQueue(socket)
    const verdict = Promise.withResolvers<boolean>()
    const scene: Scene = { isCleanEnd: false }
    let isSent = false
    /** What had been written when the other side closed with all of it acknowledged. */
    let bytesAtEnd = -1
    const onEnd = () => {
      scene.isCleanEnd = true
      // A connection that ended cleanly on both sides may be forgotten by now; one that was reset does not end.
      const state = queue.readNow()
      if (state !== 'gone' && judge(state, scene) !== 'arrived') return
      bytesAtEnd = socket.bytesWritten
      if (isSent) verdict.resolve(true)
    }
    const onError = () => verdict.resolve(false)
    closeLingering(socket)
    socket.prependListener('end', onEnd)
    socket.on('error', onError)
    const forget = () => {
      closeAtOnce(socket)
      socket.off('end', onEnd)
      socket.off('error', onError)
    }
    const hasArrived = async () => {
      isSent = true
      if (bytesAtEnd === socket.bytesWritten) verdict.resolve(true)
      this.#waiting.set(socket, { queue, settle: verdict.resolve })
      void poll(queue, socket, scene, verdict.promise).then(verdict.resolve)
      const arrived = await verdict.promise
      this.#waiting.delete(socket)
      forget()
      return arrived
    }
    return { forget, hasArrived }
  }
}

/**
 * Where the connection ends with the answer, Node closes it as soon as the kernel has the last byte, and then hears no
 * more of it. Until the verdict it only says that nothing more will come, and goes on listening.
 */
function closeLingering(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}

function closeAtOnce(socket: Socket): void {
  // The instance's own method hides the class's.
  Reflect.deleteProperty(socket, 'destroySoon')
  if (socket.writableEnded) socket.destroy()
}

/** Asks the kernel, ever more slowly, until it is sure, or has had nothing to complain of for the grace. */
async function poll(queue: SocketQueue, socket: Socket, scene: Scene, settled: Promise<boolean>): Promise<boolean> {
  let acknowledgedMs = 0
  for (let i = 0, waitedMs = 0; waitedMs < PATIENCE_MS; i++) {
    const state = await queue.read()
    const known = judge(state, scene)
    // A table that never knew an open connection tells nothing about any.
    if (state === 'unknown' || (i === 0 && state === 'gone' && !socket.destroyed)) return untilClosed(socket, scene)
    if (known === 'arrived') return true
    if (state === 'gone' && socket.destroyed) return false
    if (known !== 'acknowledged') acknowledgedMs = 0
    else if (acknowledgedMs >= GRACE_MS) return true
    const pauseMs = POLLS_MS[Math.min(i, POLLS_MS.length - 1)] as number
    waitedMs += pauseMs
    acknowledgedMs += pauseMs
    if (await isSettledWithin(pauseMs, settled)) return settled
  }
  return false
}

/** 'arrived': both sides have closed cleanly. 'acknowledged': their kernel has it all, their program may yet object. */
function judge(queue: QueueState, scene: Scene): 'arrived' | 'acknowledged' | 'pending' {
  if (queue === 'unknown' || queue === 'gone') return 'pending'
  const { state, unacknowledgedBytes } = queue
  if (state === TCP.timeWait) return 'arrived'
  // Our own FIN counts as a byte in these states.
  const isEnding = state === TCP.finWait1 || state === TCP.lastAck || state === TCP.closing
  if (unacknowledgedBytes > (isEnding ? 1 : 0)) return 'pending'
  return scene.isCleanEnd ? 'arrived' : 'acknowledged'
}

/** Where the kernel does not tell: a clean end by the other side is all there is to go by. */
function untilClosed(socket: Socket, scene: Scene): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(scene.isCleanEnd)
  return new Promise((resolve) => socket.once('close', (hadError) => resolve(!hadError && scene.isCleanEnd)))
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
