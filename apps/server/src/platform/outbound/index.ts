/** Sending to where others have said, and nowhere inside. */
export { type Outbound, type OutboundFailure, type OutboundOutcome, openOutbound } from './outbound.ts'
export { parseOutboundUrl } from './outbound-url.ts'
