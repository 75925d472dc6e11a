import type { AlarmName } from '@waybill/contract/operating/endpoints'

/** What stands in an address, so that a page needs no other list. */
const pages = { health: 'Health' }

/** The operator's desk. */
export const desk = {
  title: 'Operator’s desk',
  nav: 'Pages of the desk',
  pages,
  keys: 'Keys: 1 to 9 open a page, / searches, j and k move through a list, Enter opens, Escape closes.',
  loading: 'Loading',
  again: 'Try again',
  factorTitle: 'Add a second factor first',
  factorText:
    'Your account is an operator of this server. The desk opens once the account has an authenticator app or a passkey.',
  factorLink: 'Open security settings',
  ok: 'Everything that the server needs works',
  failing: 'Something that the server needs does not work',
  version: (version: string) => `Version ${version}`,
  checks: 'Checks',
  check: { database: 'Database', store: 'File store', disk: 'Disk space', mail: 'Mail server' } as Record<
    string,
    string
  >,
  works: (milliseconds: number) => `Works, ${milliseconds} ms`,
  broken: 'Does not work',
  alarms: 'Alarms',
  noAlarms: 'No alarm was raised in the last hour.',
  alarm: {
    'code-failures': 'Many codes are typed wrong',
    'slug-misses': 'Many visits go to links that do not exist',
    'files-damaged': 'A stored file is damaged',
    'files-unreadable': 'Stored files cannot be read',
    'certificate-ends': 'The certificate ends soon',
    'receipts-unsound': 'A record contradicts itself',
    'jobs-late': 'Jobs do not begin on time',
  } as Record<AlarmName, string>,
  since: (time: string) => `since ${time}`,
  jobs: 'Background jobs',
  job: { running: 'Running', waiting: 'Waiting', retrying: 'To be retried', failed: 'Given up' },
  mails: 'Emails',
  mail: { waiting: 'Waiting', retrying: 'To be retried', failed: 'Given up in 24 hours' },
  oldest: (time: string) => `The oldest waiting email is from ${time}.`,
}

export type DeskWords = typeof desk
