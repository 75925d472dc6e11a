import { settings } from './en.ts'

/** The email domain of the workspace. */
export const mailDomain = {
  ...settings,
  title: 'Domain for your emails',
  text: 'Emails to your recipients and suppliers come from your own domain instead of ours. Bounced emails still return to us, so that we can show you which ones failed.',
  loading: 'Loading your email domain',
  locked: 'With the Business plan, emails to your recipients and suppliers can come from your own domain.',
  kept: (domain: string) =>
    `Your plan has no email domain, so emails come from our address. ${domain} is kept for you until you remove it.`,
  notOffered: 'This server is not set up for emails from your domain. Its operator can change that.',
  domain: 'Domain',
  hint: 'The part of your email addresses after the @, such as example.com. You need to be able to change its DNS records.',

  pending: 'Set these two records at your DNS provider. This page checks them while you wait.',
  verified: 'Emails come from this domain. We check its records daily.',
  failing: (day: string) =>
    `We no longer find the key of this domain, so emails come from our address. Once it is there again, they come from your domain again. If it stays missing, the domain counts as failed on ${day}.`,
  failed: {
    records: 'The records of this domain were wrong for three days, so emails come from our address. Set them again.',
    key: 'The key of this domain can’t be used on this server, so emails come from our address. Remove the domain and add it again.',
    moved:
      'The records of this domain now lead to another workspace’s keys, so emails come from our address. Set them again if you did not intend this.',
  },
  refused:
    'Our mail server refused an email from this domain, so it came from our address. We try your domain each time.',

  recordsText: (domain: string) =>
    `Add both records to ${domain}. Both are needed, so that we can renew keys without you. At Cloudflare, switch them to “DNS only”, the grey cloud.`,
  record: (nth: number) => `Record ${nth}`,
  oursRight: 'Our server’s key is published.',
  oursMissing:
    'Your records lead here, but this server’s key is not published yet. Its operator has to do that: there is nothing for you to change.',
  oursPending:
    'The key that they lead to is not published yet. The operator of this server does that; you need not wait for it to set your records.',
  oursUnknown: 'The name servers gave no clear answer about our key. We ask again.',

  policies: 'What receivers look at',
  dkim: (selector: string, since: string, until: string) =>
    `DKIM: your emails are signed with your domain’s key (${selector}, in use since ${since}). We replace it after ${until} by ourselves.`,
  spf: {
    found: (domain: string, record: string) =>
      `SPF: emails return to ${domain}, which is ours and has “${record}”. Your own domain needs no change.`,
    missing: (domain: string) =>
      `SPF: emails return to ${domain}, which is ours and has no SPF record. Your signature is enough for DMARC.`,
    several: (domain: string) =>
      `SPF: emails return to ${domain}, which is ours and has several SPF records, which count as none. Your signature is enough for DMARC.`,
    unknown: (domain: string) => `SPF: the name servers gave no clear answer about ${domain}.`,
  },
  dmarc: {
    found: (domain: string, policy: 'none' | 'quarantine' | 'reject') =>
      `DMARC: ${domain} asks receivers to ${{ none: 'accept', quarantine: 'treat as suspicious', reject: 'reject' }[policy]} emails that nothing proves. Your signature proves yours.`,
    missing: 'DMARC: your domain has no record. It is optional, and protects your domain from forgers.',
    broken: (domain: string, record: string) => `DMARC: receivers can’t use the record of ${domain}: “${record}”.`,
    unknown: 'DMARC: the name servers gave no clear answer.',
  },

  test: 'Send a test email to myself',
  testWaiting: 'The test email is on its way to our mail server…',
  testSigned: (domain: string) =>
    `Our mail server accepted the test email, signed for ${domain}. DNS shows the key, so receivers can verify it. How yours judged it, only its headers say: look for Authentication-Results.`,
  testOurs: {
    plan: 'The test email came from our address, because your plan has no email domain.',
    records: 'The test email came from our address, because DNS does not show the key of your domain.',
    key: 'The test email came from our address, because the key of your domain can’t be used.',
    refused: 'The test email came from our address, because our mail server refused it from your domain.',
    none: 'The test email came from our address.',
  },
  testKept: 'This server has no mail server: it keeps its emails in a folder, where nothing is signed.',
  testRefused: 'The mail server refused the test email.',

  removeTitle: (domain: string) => `Remove ${domain}?`,
  removeText:
    'Emails come from our address from now on, also those that are waiting. You can add the domain again later, with new records.',
  removed: 'The email domain was removed.',
}
export type MailDomainWords = typeof mailDomain
