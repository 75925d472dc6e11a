import type { AlertMode } from '@waybill/contract/tracking/alerts'

/** What a sender gets mails about. */
export const alerts = {
  title: 'Emails to you',
  accountText: 'They use the language and time zone of your profile. You can choose differently for each transfer.',
  label: 'Email me about my transfers',
  recordLabel: 'Email me about this transfer',
  modes: {
    finished: 'When someone has everything, or stops halfway',
    opened: 'Also when each recipient first opens it',
    every: 'Also after every finished download',
    digest: 'Once a day, all in one email',
    none: 'Never',
  } satisfies Record<AlertMode, string>,
  asAccount: (mode: string) => `Same as for all transfers (${mode})`,
  accountOff: 'You get no emails about your transfers. They may have been turned off with the link in one of them.',
  recordOff: 'You get no emails about this transfer. They may have been turned off with the link in one of them.',
  again: 'Email me again',
  saved: 'Saved.',
}

export type AlertWords = typeof alerts
