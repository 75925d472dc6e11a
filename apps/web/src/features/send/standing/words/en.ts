import type { StandingCode } from '@waybill/contract/billing/standing'

/** What stands in the form's place while an account may not send. Its headings are the problems' own sentences. */
export const standing = {
  name: 'A limit is reached',
  stamp: {
    'account-suspended': 'On hold',
    'subscription-due': 'Expired',
    'storage-full': 'Full',
    'month-full': 'This month',
  } satisfies Record<StandingCode, string>,
  suspendedText: 'Your transfers and files are as they were: you can read, download and delete them. Sending is off.',
  dueText: 'Your transfers and files are as they were: you can read, download and delete them. Sending is off.',
  storageText: (used: string, limit: string) =>
    `${used} of ${limit} are taken. Delete what you no longer need, then send again. Downloads go on.`,
  monthText: (used: number, limit: number, resetsOn: string) =>
    `You have sent ${used} of ${limit} transfers this month. It starts again on ${resetsOn}, 00:00 UTC.`,
  toLibrary: 'Go to your files',
  seePlans: 'See the plans',
  toTransfers: 'Go to your transfers',
  writeTo: 'Write to',
}

export type StandingWords = typeof standing
