import type { MailFacts } from '../../src/platform/mail-transport/facts/mail-facts.ts'

/** Facts of the mails about transfers that are sent while they upload. */
export const arrivalSamples = ({ slug, link, sender }: MailFacts['files-arrived']) => ({
  'upload-broke-off': {
    slug,
    name: 'gearbox-housing-r7.dwg',
    others: 4,
    percent: 63,
    filesThere: 2,
    fileCount: 5,
    link,
  },
  'arrival-changed': { slug, sender, state: 'broken' as const, filesThere: 2, fileCount: 5, link },
})
