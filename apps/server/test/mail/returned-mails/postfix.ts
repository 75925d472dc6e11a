import {
  daemon,
  failed,
  fields,
  of,
  passing,
  permanent,
  postfixHead,
  type ReturnedMail,
  report,
  unharmed,
} from './write-report.ts'

const postfix = (name: string, group: string[], says: ReturnedMail['says'], head: string[] = []) =>
  of(
    `Postfix: ${name}`,
    { head: [...daemon, 'Subject: Undelivered Mail Returned to Sender', ...head], status: fields(postfixHead, group) },
    says,
  )

export const ofPostfix = [
  postfix(
    'unknown',
    failed(
      '5.1.1',
      'smtp; 550 5.1.1 <asha@rao-forge.example>: Recipient address\r\n    rejected: User unknown in virtual mailbox table',
    ),
    permanent('550 5.1.1'),
  ),
  postfix(
    'no such host',
    failed(
      '5.4.4',
      'X-Postfix; Host or domain name not found. Name service error for\r\n    name=rao-forge.example type=A: Host not found',
    ),
    permanent('5.4.4'),
  ),
  postfix(
    'null MX',
    failed('5.1.0', 'X-Postfix; Domain rao-forge.example does not accept mail (nullMX)'),
    permanent('5.1.0'),
  ),
  postfix(
    'given up after five days',
    failed('4.4.1', 'X-Postfix; connect to mx.rao-forge.example[192.0.2.7]:25:\r\n    Connection timed out'),
    passing('4.4.1'),
  ),
  postfix('mailbox full', failed('4.2.2', 'smtp; 452 4.2.2 The email account is over quota'), passing('452 4.2.2')),
  postfix(
    'delayed',
    [
      'Final-Recipient: rfc822; asha@rao-forge.example',
      'Action: delayed',
      'Status: 4.4.1',
      'Will-Retry-Until: Fri, 27 Nov 2026 10:00:00 +0000 (UTC)',
    ],
    unharmed,
  ),
  postfix(
    'delivered',
    ['Final-Recipient: rfc822; asha@rao-forge.example', 'Action: delivered', 'Status: 2.0.0'],
    unharmed,
  ),
  postfix(
    'relayed',
    [
      'Final-Recipient: rfc822; asha@rao-forge.example',
      'Action: relayed',
      'Status: 2.0.0',
      'Diagnostic-Code: smtp; 250 2.0.0 Ok',
    ],
    unharmed,
  ),
  postfix(
    'into a list',
    ['Final-Recipient: rfc822; list@rao-forge.example', 'Action: expanded', 'Status: 2.0.0'],
    unharmed,
  ),
  of(
    'Postfix: in any script (RFC 6533)',
    {
      head: daemon,
      statusHead: ['Content-Type: message/global-delivery-status', 'Content-Transfer-Encoding: 8bit'],
      status: fields(postfixHead, [
        'Final-Recipient: utf-8; 阿莎@报价.example',
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 没有此用户',
      ]),
    },
    permanent('550 5.1.1'),
  ),
  {
    ...postfix('where the first server wrote the envelope down', failed('5.1.1'), permanent('5.1.1')),
    write: (to: string) =>
      `Delivered-To: ${to}\r\nX-Original-To: ${to}\r\n${report({ to: 'undisclosed-recipients:;', head: daemon, status: fields(postfixHead, failed('5.1.1')) })}`,
  },
]
