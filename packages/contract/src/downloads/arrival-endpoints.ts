import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { arrivalNews } from '../transfers/arrival.ts'
import { receivedLink, receivedLinkProblems } from './received-link.ts'

/** For visitors who may open the link. A transfer that was not sent while it uploaded is 'whole', without files. */
export const readArrival = endpoint('readArrival', {
  summary: 'How far the files of a transfer are',
  worksWithoutFactor: 'as-visitor',
  body: z.strictObject(receivedLink),
  reply: arrivalNews,
  problems: [...receivedLinkProblems],
})

/**
 * Server-sent events for visitors who may open the link: `arrival` with an `arrivalNews` at first and after each change, at
 * most once a second; the last one has the state 'whole', then the stream ends. `over` {}: the link does not open any
 * more. A client that lost the stream asks again: the first message says everything.
 */
export const followArrival = endpoint('followArrival', {
  summary: 'Follow how far the files of a transfer are',
  worksWithoutFactor: 'as-visitor',
  countsAmong: 'tokens',
  query: z.strictObject(receivedLink),
  problems: [...receivedLinkProblems, 'invalid-input'],
})
