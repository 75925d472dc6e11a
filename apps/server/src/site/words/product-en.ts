import type { CommonWords, ProductName, ProductWords } from './product-words.ts'

const common: CommonWords = {
  example: 'Example',
  start: 'Send a file',
  prices: 'See the plans',
  more: 'More of Waybill',
}

const pages: Record<ProductName, ProductWords> = {
  'document-receipts': {
    headline: 'A receipt for what arrived',
    description:
      'A signed document for each recipient: what was delivered, on what evidence, when and where. Anybody can check it.',
    lead: 'For each person you send to, get a document that you can show to somebody else: what was delivered, when, and how that is known.',
    points: [
      {
        title: 'It says what was delivered',
        text: 'Each file with its size and the SHA-256 that the server computed from the stored bytes, in UTC and in both parties’ local times.',
      },
      {
        title: 'It says how it is known',
        text: 'A file counts as received when the recipient’s device has acknowledged its bytes. What went to a proxy is called handed over, and what is in doubt is listed as that.',
      },
      {
        title: 'Anybody can check it',
        text: 'A receipt is a PDF with its signed facts inside. The check runs in the reader’s browser; nothing of the receipt is sent anywhere.',
      },
      {
        title: 'It does not say more',
        text: 'A receipt proves the delivery to a device. It does not prove that a person read a file, and it does not claim to.',
      },
    ],
    plans: ({ freeTransfers }) => `The free plan has ${freeTransfers} transfers a month. Each of them has receipts.`,
    piece: {
      title: 'Delivery receipt',
      number: 'R7K2M9Q',
      rows: [
        { what: 'drawings-v4.zip', note: 'received 10:31', state: 'delivered' },
        { what: 'bill-of-materials.xlsx', note: 'received 10:29', state: 'delivered' },
        { what: 'SHA-256', note: '9f2c 41d7 … 08be' },
      ],
      stamp: 'Delivered',
      foot: 'To Chen Wei, Shenzhen',
    },
  },
  'supplier-document-tracking': {
    headline: 'Know which supplier owes you what',
    description:
      'Ask suppliers for documents with a checklist and a deadline, and see who has sent what and what is late.',
    lead: 'Ask for documents with a checklist and a deadline. See for each supplier what has come, what is missing and what is late.',
    points: [
      {
        title: 'A link for each supplier',
        text: 'Suppliers upload without an account. Each has a link of their own, so you know whose file it is.',
      },
      {
        title: 'Reminders that know what is missing',
        text: 'Suppliers who have not sent everything are reminded before the deadline, in their morning, and once more after it. The others are left in peace.',
      },
      {
        title: 'Review item by item',
        text: 'Accept a file or send it back with a reason. The supplier sees what to send again.',
      },
      {
        title: 'Encrypted if you want',
        text: 'A request can accept files that are encrypted in the supplier’s browser. Only your passphrase opens them; the server cannot.',
      },
    ],
    plans: ({ freeRequests, personalRequests }) =>
      `The free plan has ${freeRequests} requests a month, Personal ${personalRequests}, and Pro and Business have no limit.`,
    piece: {
      title: 'Documents for the spring order',
      number: '3 suppliers',
      rows: [
        { what: 'Lotus Textiles', note: '5 of 5', state: 'delivered', share: 1 },
        { what: 'Rao Forge', note: '3 of 5', state: 'waiting', share: 0.6 },
        { what: 'Delta Castings', note: '1 of 5, late', state: 'stamp', share: 0.2 },
      ],
      stamp: null,
      foot: 'Deadline 30 November, 18:00',
    },
  },
  'attachments-organized': {
    headline: 'Every attachment in one place',
    description:
      'Every file that you sent or received, with search, forwarding without another upload, and what happens before you delete.',
    lead: 'Files that you send and receive stay in a library. Find them, forward them, and see where they are used.',
    points: [
      {
        title: 'Sent and received together',
        text: 'Search by name, and look at what you sent, what you received, or both.',
      },
      {
        title: 'Forward without uploading',
        text: 'Send a stored file again in a new transfer. Its bytes are already there.',
      },
      {
        title: 'Delete with open eyes',
        text: 'Before you delete a file, you see which transfers use it and how many recipients could no longer download it.',
      },
    ],
    plans: ({ freeStorage, personalStorage, proStorage, businessStorage }) =>
      `The free plan stores ${freeStorage}, Personal ${personalStorage}, Pro ${proStorage} and Business ${businessStorage}.`,
    piece: {
      title: 'Library',
      number: '4 files',
      rows: [
        { what: 'contract-signed.pdf', note: 'from Asha Rao' },
        { what: 'drawings-v4.zip', note: 'in 2 transfers' },
        { what: 'samples.mov', note: 'in 1 transfer' },
        { what: 'price-list.xlsx', note: 'from Lotus Textiles' },
      ],
      stamp: null,
      foot: 'Search, forward, download, delete',
    },
  },
  'business-intelligence': {
    headline: 'See where your files go',
    description: 'Downloads by recipient, country, file and hour, with bots kept apart, on a map and as tables.',
    lead: 'See which documents are wanted, by whom, in which countries and at what time of day.',
    points: [
      {
        title: 'Counts that mean something',
        text: 'A download is a complete file, counted once per recipient. Repeats are counted apart, and bots do not count.',
      },
      {
        title: 'From four sides',
        text: 'Filter by recipient, country, file and dates, and group by hour, day or week.',
      },
      {
        title: 'For your own systems',
        text: 'Webhooks tell your servers of openings, downloads, stalls and answers, as signed requests.',
      },
    ],
    plans: ({ freeTransfers }) => `The free plan counts the same way: it has ${freeTransfers} transfers a month.`,
    piece: {
      title: 'Downloads by country',
      number: '30 days',
      rows: [
        { what: 'China', note: '48', share: 1 },
        { what: 'India', note: '31', share: 0.65 },
        { what: 'Germany', note: '12', share: 0.25 },
        { what: 'Vietnam', note: '7', share: 0.15 },
      ],
      stamp: null,
      foot: 'Complete files, once per recipient',
    },
  },
  'dashboard-analytics': {
    headline: 'What needs you, first',
    description: 'The dashboard lists bounced mails, stalled downloads and what expires soon, before the counts.',
    lead: 'The dashboard begins with what needs attention: who has not opened it, whose mail came back, whose download stalled.',
    points: [
      {
        title: 'One press to help',
        text: 'Send the mail again, or extend the expiry, from the line that says what is wrong.',
      },
      {
        title: 'Live',
        text: 'While a recipient downloads, you see how far they are. When they have everything, you get one email.',
      },
      {
        title: 'Every visit in order',
        text: 'Each transfer has an activity log: who opened it, what they downloaded, where and when. Mail scanners and link previews have a list of their own.',
      },
    ],
    plans: ({ freeStorage }) => `Every account has the dashboard, the free one with ${freeStorage} of storage too.`,
    piece: {
      title: 'Needs attention',
      number: 'Today',
      rows: [
        { what: 'Email bounced', note: 'li.na@lotus.example', state: 'stamp' },
        { what: 'Download stalled at 62%', note: 'Asha Rao', state: 'waiting' },
        { what: 'Expires tomorrow', note: '2 have not opened it', state: 'waiting' },
        { what: 'The deadline has passed', note: '1 of 3 is late', state: 'waiting' },
      ],
      stamp: null,
      foot: 'Email again · Extend',
    },
  },
  'works-everywhere': {
    headline: 'On any line, on any device',
    description:
      'Uploads that resume in another browser, downloads that continue, pages that work on phones and without scripts.',
    lead: 'Lines drop, laptops close, phones are old. A transfer continues all the same.',
    points: [
      {
        title: 'Uploads resume',
        text: 'Close the tab, change networks, or choose the same files in another browser. For seven days only the missing parts are uploaded.',
      },
      {
        title: 'Downloads too',
        text: 'A download is a plain link, so browsers and download managers continue where they stopped. So does curl.',
      },
      {
        title: 'Nothing to install',
        text: 'The recipient’s page works on a phone and with scripts off. No account is needed to receive.',
      },
      {
        title: 'Nothing from elsewhere',
        text: 'The pages for sending and receiving load no font, script or map from another company, so that none of these can hold them up, in China or anywhere else.',
      },
    ],
    plans: ({ anonSends, anonSize, businessSize }) =>
      `Without an account you have ${anonSends} transfers of up to ${anonSize} each. Business sends up to ${businessSize} at once.`,
    piece: {
      title: 'Sending',
      number: 'No. 4TQ8XZ2',
      rows: [
        { what: 'site-survey.mov', note: 'sent', state: 'delivered', share: 1 },
        { what: 'photos.zip', note: 'continued at 71%', state: 'waiting', share: 0.71 },
        { what: 'report.pdf', note: 'waiting', share: 0 },
      ],
      stamp: null,
      foot: 'The connection was lost at 09:12 and is back',
    },
  },
}

export const product = { common, pages }
