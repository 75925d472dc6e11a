import { failed, fields, of, passing, permanent, type ReturnedMail, unharmed } from './write-report.ts'

const exim = (name: string, group: string[], says: ReturnedMail['says']) =>
  of(
    `Exim: ${name}`,
    {
      head: [
        'X-Failed-Recipients: asha@rao-forge.example',
        'Auto-Submitted: auto-replied',
        'From: Mail Delivery System <Mailer-Daemon@mail.waybill.example>',
        'Subject: Mail delivery failed: returning message to sender',
      ],
      status: fields(['Reporting-MTA: dns; mail.waybill.example'], group),
      boundary: '1763800000-eximdsn-804289383',
    },
    says,
  )
export const ofExim = [
  exim(
    'unknown',
    failed('5.0.0', 'smtp; 550 5.1.1 No such user here', ['Remote-MTA: dns; mx.rao-forge.example']),
    permanent('550 5.0.0'),
  ),
  exim(
    'unrouteable',
    ['Action: failed', 'Final-Recipient: rfc822;asha@rao-forge.example', 'Status: 5.0.0'],
    permanent('5.0.0'),
  ),
  exim('retry time is over', failed('4.4.7', 'smtp; 421 try later'), passing('421 4.4.7')),
  exim(
    'warning of a delay',
    ['Action: delayed', 'Final-Recipient: rfc822;asha@rao-forge.example', 'Status: 4.0.0'],
    unharmed,
  ),
]

const exchange = (name: string, group: string[], says: ReturnedMail['says']) =>
  of(
    `Exchange: ${name}`,
    {
      type: 'multipart/report; report-type=delivery-status',
      head: [
        'From: <postmaster@rao-forge.example>',
        'X-MS-Exchange-Message-Is-Ndr:',
        'Subject: Undeliverable: a file for you',
        'Content-Language: en-US',
      ],
      statusHead: ['Content-Type: message/delivery-status'],
      status: fields(
        ['Reporting-MTA: dns;PN3PR01MB0001.INDPRD01.PROD.OUTLOOK.COM', 'Received-From-MTA: dns;mail.waybill.example'],
        group,
      ),
      after: [
        'Content-Type: message/rfc822',
        '',
        'Subject: a file for you',
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative; boundary="alt"',
        '',
        '--alt',
        'Content-Type: text/plain',
        '',
        'here',
        '--alt--',
      ],
    },
    says,
  )
export const ofExchange = [
  exchange(
    'unknown',
    [
      'Final-Recipient: rfc822;asha@rao-forge.example',
      'Action: failed',
      'Status: 5.1.10',
      'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient asha@rao-forge.example not found by SMTP address lookup',
    ],
    permanent('550 5.1.10'),
  ),
  exchange(
    'may not send here',
    [
      'Original-Recipient: rfc822;asha@rao-forge.example',
      'Final-Recipient: rfc822;asha@rao-forge.example',
      'Action: failed',
      'Status: 5.7.129',
      'Diagnostic-Code: smtp;550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission',
      'X-Display-Name: Asha Rao',
    ],
    permanent('550 5.7.129'),
  ),
  exchange(
    'over quota',
    [
      'Final-Recipient: rfc822;asha@rao-forge.example',
      'Action: failed',
      'Status: 5.2.2',
      'Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
    ],
    permanent('554 5.2.2'),
  ),
  exchange(
    'expired',
    [
      'Final-Recipient: rfc822;asha@rao-forge.example',
      'Action: failed',
      'Status: 4.4.7',
      'Diagnostic-Code: smtp;550 4.4.7 QUEUE.Expired; message expired',
    ],
    passing('550 4.4.7'),
  ),
]
