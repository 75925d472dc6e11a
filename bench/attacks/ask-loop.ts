import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Held {
  /** The longest time for which the event loop was busy without a break, in milliseconds of CPU. */
  cpuMs: number
  /** The longest delay of a timer; other processes on the machine lengthen it. */
  delayMs: number
}

/** Asks `watch-loop.ts` for the worst values since the last question. */
export const askLoop = async (socketPath: string): Promise<Held> => JSON.parse(await text(connect(socketPath)))
