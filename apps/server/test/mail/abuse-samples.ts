import type { AbuseMailFacts } from '../../src/platform/mail-transport/facts/abuse-mail-facts.ts'
import type { MailFacts } from '../../src/platform/mail-transport/facts/mail-facts.ts'

/** Facts for each mail about reported transfers. */
export const abuseSamples = (follow: MailFacts['downloads-finished']['follow']): AbuseMailFacts => ({
  'transfer-reported': {
    slug: '7kQ2xWd',
    sender: { address: 'ada@lovelace.example', isProven: true },
    reason: 'malware',
    text: 'It asks for my password.\nSee evil.example',
    reporter: 'asha@rao-forge.example',
    link: 'https://waybill.example/d/7kQ2xWd/abcdefghijklmnopqrstuv',
  },
  'infected-arrived': {
    slug: '7kQ2xWd',
    sender: { address: 'ada@lovelace.example' },
    path: 'drawings/a.pdf',
    bytes: 1_200_000,
    link: 'https://waybill.example/d/7kQ2xWd/abcdefghijklmnopqrstuv',
  },
  'transfer-blocked': {
    slug: '7kQ2xWd',
    decision: 'block-content',
    reasons: ['malware', 'other'],
    supportEmail: 'support@waybill.example',
    ...(follow && { follow }),
  },
})
