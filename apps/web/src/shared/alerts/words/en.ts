import type { AlertMode } from '@waybill/contract/tracking/alerts'

/** What a sender is mailed of. */
export const alerts = {
  title: 'Mails to you',
  accountText: 'They come in the language and time zone of your profile. Each transfer may have its own choice.',
  label: 'What happens with your transfers',
  recordLabel: 'What happens with this transfer',
  modes: {
    finished: 'When somebody has everything, or stops half-way',
    opened: 'Also when each recipient first opens it',
    every: 'Also every finished download',
    digest: 'Once a day, all of it in one mail',
    none: 'Nothing',
  } satisfies Record<AlertMode, string>,
  asAccount: (mode: string) => `As for all of them (${mode})`,
  accountOff: 'You get no mails about your transfers. It may have been the link in one of them that ended them.',
  recordOff: 'No mails come about this transfer. It may have been the link in one of them that ended them.',
  again: 'Mail me again',
  saved: 'Saved.',
}

export type AlertWords = typeof alerts
