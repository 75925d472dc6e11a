/** The door of billing: what a sender may use. */
export { type Allowance, listAllowances, releaseBytes, reserveBytes, useBytes } from './allowance-store.ts'
export { type AnonymousSender, countFreeSend, networkKey, requireFreeSend, senderKeys } from './count-free-send.ts'
