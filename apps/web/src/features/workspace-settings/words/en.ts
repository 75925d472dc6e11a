/** What the admin sets for the whole workspace. */
export const settings = {
  again: 'Try again',
  help: 'More about this in the help',
  saved: 'Saved.',
  copied: 'Copied.',
  remove: 'Remove',
  keep: 'Keep',
  proceed: 'Continue',

  host: 'Domain for your links',
  hostText: 'Your transfer and request links show your own domain instead of ours, in emails too.',
  loading: 'Loading your domain',
  locked: 'With the Business plan, your links can use a domain of your own.',
  keptHost: (host: string) =>
    `Your plan has no domain of its own, so links use our domain. ${host} is kept for you: while its records stay, links that were sent with it lead to ours.`,
  notOffered: 'This server is not set up for domains of your own. Its operator can change that.',
  hostName: 'Host name',
  hostHint: 'A name in a domain that you own. Use one that nothing else uses, such as files.example.com.',
  wordHint: (base: string) => `Or a single word for a name under ${base}, which works at once.`,

  pending: 'Set these records at your DNS provider. This page checks them while you wait.',
  off: (day: string) =>
    `We turned this domain off on ${day}, because its records were wrong for three days. Links use our domain. Once the records are right again, it works again.`,
  failing: (day: string) =>
    `The records of this domain are wrong, so links that were sent with it may not open. New links use our domain until its records are right again. If they stay wrong, we turn it off on ${day}.`,
  live: 'This domain works. We check its records daily.',
  checking: 'Checking the records…',
  checked: 'Checked',
  checkNow: 'Check now',
  forLinks: 'Use this domain for links and emails.',

  records: 'DNS records',
  recordsText: (domain: string) =>
    `Add both records to ${domain}. It usually takes a few minutes until they can be seen.`,
  topText: (domain: string) =>
    `Most providers allow no CNAME for ${domain} itself. Remove it and enter a name such as files.${domain}, unless your provider offers ALIAS or CNAME flattening.`,
  type: 'Type',
  name: 'Name',
  value: 'Value',
  copyName: 'Copy the name',
  copyValue: 'Copy the value',
  inFull: (name: string) => `In full: ${name}`,
  notChecked: 'Not checked yet.',
  right: 'Right.',
  unknown: 'The name servers gave no clear answer. We ask again.',
  missing: 'No record found yet.',
  elsewhere: (found: string, wanted: string) => `Found ${found}, should be ${wanted}.`,
  loop: (found: string) => `This record leads back to itself: ${found}.`,

  provider: 'How to add them at your DNS provider',
  chooseProvider: 'Choose your provider',
  providers: {
    cloudflare: {
      name: 'Cloudflare',
      steps: [
        'Open your domain in the Cloudflare dashboard, then DNS, Records.',
        'Choose Add record, pick the type, and enter the name. The value goes into Target for the CNAME and into Content for the TXT record.',
        'Switch the CNAME’s proxy status to “DNS only”, the grey cloud. With the orange cloud, we cannot see the record.',
      ],
    },
    godaddy: {
      name: 'GoDaddy',
      steps: [
        'Open Domain Portfolio, choose your domain, then DNS.',
        'Choose Add New Record, pick the type, and enter name and value. Leave TTL as it is.',
        'Enter the short name only: GoDaddy adds your domain to it.',
      ],
    },
    namecheap: {
      name: 'Namecheap',
      steps: [
        'Open Domain List, choose Manage next to your domain, then Advanced DNS.',
        'Choose Add New Record, then CNAME Record or TXT Record. The name goes into Host.',
        'Enter the short name only, and save each record with the tick at its end.',
      ],
    },
    route53: {
      name: 'Amazon Route 53',
      steps: [
        'Open Hosted zones, choose your domain, then Create record.',
        'Pick the record type, and enter the short name and the value. Leave Alias off.',
        'Put the value of the TXT record in double quotes.',
      ],
    },
    alibaba: {
      name: 'Alibaba Cloud DNS',
      steps: [
        'Open Alibaba Cloud DNS, choose your domain, then DNS Settings.',
        'Choose Add Record, pick the type, and enter the short name as the hostname and the value as the record value.',
        'Leave the request source at Default.',
      ],
    },
  },

  removeTitle: (host: string) => `Remove ${host}?`,
  removeText: 'The records are no longer checked. You can enter it again later.',
  removeUsedText:
    'New links and emails use our domain. Links that were sent with this domain lead to ours for 30 days, as long as its records stay. After that they stop working, and others may use the domain here if they own it.',
  removed: 'The domain was removed.',
}
