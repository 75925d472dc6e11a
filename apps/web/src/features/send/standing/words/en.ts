import type { StandingCode } from '@waybill/contract/billing/standing'

/** Replaces the form while an account may not send. Its headings are the problems' own sentences. */
export const standing = {
  name: 'Limit reached',
  stamp: {
    'account-suspended': 'On hold',
    'subscription-due': 'Expired',
    'seat-lost': 'No seat',
    'storage-full': 'Full',
    'month-full': 'This month',
  } satisfies Record<StandingCode, string>,
  suspendedText: 'Your transfers and files are still here. You can view, download and delete them, but you can’t send.',
  dueText: 'Your transfers and files are still here. You can view, download and delete them, but you can’t send.',
  dueMemberTitle: 'Your team’s plan has expired',
  dueMemberText:
    'Your transfers and files are still here. You can view, download and delete them, but you can’t send. Ask the admin of your team to pay.',
  seatText:
    'Your team has more members than its plan has seats. Your transfers and files are still here. Ask the admin of your team for a seat.',
  storageText: (used: string, limit: string) =>
    `You have used ${used} of ${limit}. Delete what you no longer need, then send again. Downloads still work.`,
  teamStorageText: (used: string, limit: string) =>
    `Your team has used ${used} of ${limit}. Delete what you no longer need, then send again. Downloads still work.`,
  monthText: (used: number, limit: number, resetsOn: string) =>
    `You have sent ${used} of ${limit} transfers this month. The count starts again on ${resetsOn}, 00:00 UTC.`,
  teamMonthText: (used: number, limit: number, resetsOn: string) =>
    `Your team has sent ${used} of ${limit} transfers this month. The count starts again on ${resetsOn}, 00:00 UTC.`,
  toLibrary: 'Go to your files',
  toPayment: 'Pay what is overdue',
  toTransfers: 'Go to your transfers',
  writeTo: 'Email',
}

export type StandingWords = typeof standing
