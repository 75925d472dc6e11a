import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Held {
  /** The longest stretch for which the event loop did one thing after the other, in milliseconds of the processor. */
  cpuMs: number
  /** The longest delay of a timer, which others on the machine lengthen. */
  delayMs: number
}

/** Asks `watch-loop.ts` for the worst since the last question. */
export const askLoop = async (socketPath: string): Promise<Held> => JSON.parse(await text(connect(socketPath)))
