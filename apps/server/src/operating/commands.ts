/** The commands of `npm run waybill`. Each is loaded on use. */
import type { Command } from './command.ts'

interface NamedCommand {
  /** As typed: 'user add'. */
  name: string
  /** One line of the list of commands. */
  summary: string
  /** Whether it changes anything: the security log records such a command with its system account. */
  changes: boolean
  load(): Promise<Command>
}

export const commands: readonly NamedCommand[] = [
  {
    name: 'fsck',
    changes: false,
    summary: 'Compares rows with stored bytes, and counters with what they count.',
    load: async () => (await import('./fsck.ts')).fsck,
  },
  {
    name: 'doctor',
    changes: false,
    summary: 'Examines a running server from outside, through what is in front of it.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'backup',
    changes: true,
    summary: 'Writes a snapshot of everything into a folder while the server runs.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    changes: true,
    summary: 'Restores a backup into an empty database.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'user add',
    changes: true,
    summary: 'Creates an account and prints a link to set its password.',
    load: async () => (await import('./add-user.ts')).addUser,
  },
  {
    name: 'user role',
    changes: true,
    summary: "Sets an account's role.",
    load: async () => (await import('./plans/set-plan.ts')).setRole,
  },
  {
    name: 'user subscription',
    changes: true,
    summary: "Sets the state of an account's subscription.",
    load: async () => (await import('./plans/set-plan.ts')).setSubscription,
  },
  {
    name: 'user suspend',
    changes: true,
    summary: 'Stops an account from sending, and closes its links.',
    load: async () => (await import('./suspend-user.ts')).suspendUser,
  },
  {
    name: 'user restore',
    changes: true,
    summary: 'Lets a suspended account send again.',
    load: async () => (await import('./suspend-user.ts')).restoreUser,
  },
  {
    name: 'user sign-out',
    changes: true,
    summary: 'Ends every session of an account.',
    load: async () => (await import('./sign-out-user.ts')).signOutUser,
  },
  {
    name: 'user list',
    changes: false,
    summary: 'Lists accounts.',
    load: async () => (await import('./list-users.ts')).listUsers,
  },
  {
    name: 'operator make',
    changes: true,
    summary: "Opens the operator's desk to an account.",
    load: async () => (await import('./operators.ts')).makeOperator,
  },
  {
    name: 'operator end',
    changes: true,
    summary: "Closes the operator's desk to an account.",
    load: async () => (await import('./operators.ts')).endOperator,
  },
  {
    name: 'operator list',
    changes: false,
    summary: "Lists the accounts that may use the operator's desk.",
    load: async () => (await import('./operators.ts')).showOperators,
  },
  {
    name: 'lifetime make',
    changes: true,
    summary: 'Makes codes of the lifetime deal.',
    load: async () => (await import('./plans/lifetime.ts')).makeLifetime,
  },
  {
    name: 'lifetime list',
    changes: false,
    summary: 'Lists codes of the lifetime deal.',
    load: async () => (await import('./plans/lifetime.ts')).listLifetime,
  },
  {
    name: 'lifetime revoke',
    changes: true,
    summary: 'Takes a code of the lifetime deal back.',
    load: async () => (await import('./plans/lifetime.ts')).revokeLifetime,
  },
  {
    name: 'promotion make',
    changes: true,
    summary: 'Makes a promotion code.',
    load: async () => (await import('./plans/promotion.ts')).makePromotion,
  },
  {
    name: 'promotion list',
    changes: false,
    summary: 'Lists promotion codes.',
    load: async () => (await import('./plans/promotion.ts')).listPromotions,
  },
  {
    name: 'promotion end',
    changes: true,
    summary: 'Ends a promotion code.',
    load: async () => (await import('./plans/promotion.ts')).endPromotion,
  },
  {
    name: 'refund',
    changes: true,
    summary: 'Gives the newest payment of an account back.',
    load: async () => (await import('./plans/refund.ts')).refund,
  },
  {
    name: 'revenue',
    changes: false,
    summary: 'Counts subscriptions, and what they bring in a month.',
    load: async () => (await import('./plans/revenue.ts')).revenue,
  },
  {
    name: 'transfer block',
    changes: true,
    summary: 'Closes a transfer to everyone who has its link.',
    load: async () => (await import('./block-transfer.ts')).blockTransferCommand,
  },
  {
    name: 'transfer unblock',
    changes: true,
    summary: 'Opens a blocked transfer again.',
    load: async () => (await import('./block-transfer.ts')).unblockTransfer,
  },
  {
    name: 'report list',
    changes: false,
    summary: 'Lists transfers that people reported.',
    load: async () => (await import('./reports.ts')).showReports,
  },
  {
    name: 'report decide',
    changes: true,
    summary: 'Settles the reports of a transfer.',
    load: async () => (await import('./reports.ts')).decideReports,
  },
  {
    name: 'block hash',
    changes: true,
    summary: 'Blocks a content wherever it is.',
    load: async () => (await import('./block-hash.ts')).addBlock,
  },
  {
    name: 'block lift',
    changes: true,
    summary: 'Allows a blocked content again.',
    load: async () => (await import('./block-hash.ts')).liftBlock,
  },
  {
    name: 'block list',
    changes: false,
    summary: 'Lists blocked contents.',
    load: async () => (await import('./block-hash.ts')).showBlocks,
  },
  {
    name: 'conversation list',
    changes: false,
    summary: 'Lists conversations that wait for an answer.',
    load: async () => (await import('./conversation.ts')).listOfConversations,
  },
  {
    name: 'conversation show',
    changes: false,
    summary: 'Prints a conversation.',
    load: async () => (await import('./conversation.ts')).showConversation,
  },
  {
    name: 'conversation answer',
    changes: true,
    summary: 'Answers a customer or visitor.',
    load: async () => (await import('./conversation.ts')).answerByCommand,
  },
  {
    name: 'conversation close',
    changes: true,
    summary: 'Ends the waiting for an answer.',
    load: async () => (await import('./conversation.ts')).closeByCommand,
  },
  {
    name: 'job list',
    changes: false,
    summary: 'Lists background jobs of a state.',
    load: async () => (await import('./queues.ts')).showJobs,
  },
  {
    name: 'job retry',
    changes: true,
    summary: 'Tries a background job again.',
    load: async () => (await import('./queues.ts')).retryJobNamed,
  },
  {
    name: 'mail list',
    changes: false,
    summary: 'Lists emails of a state.',
    load: async () => (await import('./queues.ts')).showMails,
  },
  {
    name: 'mail retry',
    changes: true,
    summary: 'Tries a waiting email again.',
    load: async () => (await import('./queues.ts')).retryMailNamed,
  },
  {
    name: 'mail-keys',
    changes: false,
    summary: 'Prints the DNS records of the keys of email domains.',
    load: async () => (await import('./mail-keys.ts')).mailKeys,
  },
  {
    name: 'anchor make',
    changes: true,
    summary: 'Makes a root over all ledgers that have changed.',
    load: async () => (await import('./make-anchor.ts')).anchorNow,
  },
  {
    name: 'receipt-key rotate',
    changes: true,
    summary: 'Makes a new key that signs receipts.',
    load: async () => (await import('./receipt-key.ts')).rotateKey,
  },
  {
    name: 'certificate show',
    changes: false,
    summary: "Shows the state of the certificate for PUBLIC_URL's host.",
    load: async () => (await import('./certificate.ts')).showCertificate,
  },
  {
    name: 'certificate renew',
    changes: true,
    summary: 'Orders a new certificate.',
    load: async () => (await import('./certificate.ts')).renewNow,
  },
  {
    name: 'security',
    changes: false,
    summary: 'Prints the security log by account, address or network.',
    load: async () => (await import('./read-security.ts')).readSecurity,
  },
  {
    name: 'receipt-key list',
    changes: false,
    summary: 'Lists the keys that sign receipts.',
    load: async () => (await import('./receipt-key.ts')).listKeysCommand,
  },
]
