/** The door of operating: the commands of `npm run waybill`. Each is loaded when it is asked for. */
import type { Command } from './command.ts'

export { UsageError } from './command.ts'

interface NamedCommand {
  /** As it is typed: 'user add'. */
  name: string
  /** One line of the list of commands. */
  summary: string
  load(): Promise<Command>
}

export const commands: readonly NamedCommand[] = [
  {
    name: 'fsck',
    summary: 'Holds rows against stored bytes and counters against what they count.',
    load: async () => (await import('./fsck.ts')).fsck,
  },
  {
    name: 'user add',
    summary: 'Makes an account and prints a link to set its password.',
    load: async () => (await import('./add-user.ts')).addUser,
  },
  { name: 'user role', summary: "Sets an account's role.", load: async () => (await import('./set-role.ts')).setRole },
  {
    name: 'user subscription',
    summary: "Sets what an account's subscription stands at.",
    load: async () => (await import('./set-subscription.ts')).setSubscription,
  },
  {
    name: 'user suspend',
    summary: 'Keeps an account from sending.',
    load: async () => (await import('./suspend-user.ts')).suspendUser,
  },
  {
    name: 'user restore',
    summary: 'Lets a suspended account send again.',
    load: async () => (await import('./restore-user.ts')).restoreUser,
  },
  { name: 'user list', summary: 'Lists accounts.', load: async () => (await import('./list-users.ts')).listUsers },
  {
    name: 'transfer block',
    summary: 'Closes a transfer to everyone who has its link.',
    load: async () => (await import('./block-transfer.ts')).blockTransfer,
  },
  {
    name: 'transfer unblock',
    summary: 'Opens a blocked transfer again.',
    load: async () => (await import('./block-transfer.ts')).unblockTransfer,
  },
  {
    name: 'receipt-key rotate',
    summary: 'Makes a new key that signs receipts.',
    load: async () => (await import('./receipt-key.ts')).rotateKey,
  },
  {
    name: 'receipt-key list',
    summary: 'Lists the keys that sign receipts.',
    load: async () => (await import('./receipt-key.ts')).listKeys,
  },
]
