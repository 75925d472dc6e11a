/** Sending to addresses that others specify, and never to internal ones. */
export { type Outbound, type OutboundFailure, type OutboundOutcome, openOutbound } from './outbound.ts'
export { parseOutboundUrl } from './outbound-url.ts'
