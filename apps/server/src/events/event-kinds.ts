/** What a ledger knows of. Who does it: the recipient, the sender, or the server, which notices or whose time has come. */
export const eventKinds = {
  sent: 'sender',
  mailed: 'server',
  bounced: 'server',
  opened: 'recipient',
  proven: 'recipient',
  forwarded: 'recipient',
  begun: 'recipient',
  delivered: 'recipient',
  finished: 'recipient',
  looked: 'recipient',
  stalled: 'server',
  edited: 'sender',
  extended: 'sender',
  paused: 'sender',
  resumed: 'sender',
  expired: 'server',
  deleted: 'sender',
  restored: 'sender',
} as const

export type EventKind = keyof typeof eventKinds
