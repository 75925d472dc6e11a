/** The door of billing: what a sender may use. */
export { listAllowances, releaseBytes, reserveBytes, useBytes } from './allowance-store.ts'
export { type AnonymousSender, countFreeSend, requireFreeSend, senderKeys } from './count-free-send.ts'
