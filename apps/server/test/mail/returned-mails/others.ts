import { failed, fields, of, permanent, unharmed } from './write-report.ts'

export const ofGmail = [
  of(
    'Gmail: unknown',
    {
      head: [
        'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        'Auto-Submitted: auto-replied',
        'References: <m1@waybill.example>',
      ],
      type: 'multipart/report; report-type=delivery-status',
      status: fields(
        [
          'Reporting-MTA: dns; googlemail.com',
          'Arrival-Date: Sun, 22 Nov 2026 02:00:00 -0800 (PST)',
          'X-Original-Message-ID: <m1@waybill.example>',
        ],
        failed(
          '5.1.1',
          "smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient's email address for typos or\r\n 550 5.1.1 unnecessary spaces.",
          ['Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain gmail.example.)'],
        ),
      ),
    },
    permanent('550 5.1.1'),
  ),
  of(
    'Gmail: policy',
    {
      status: fields(
        ['Reporting-MTA: dns; googlemail.com'],
        failed('5.7.26', 'smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.'),
      ),
    },
    permanent('550 5.7.26'),
  ),
  of(
    'Gmail: delayed',
    {
      status: fields(
        ['Reporting-MTA: dns; googlemail.com'],
        [
          'Final-Recipient: rfc822; asha@rao-forge.example',
          'Action: delayed',
          'Status: 4.4.1',
          'Diagnostic-Code: smtp; The recipient server did not accept our requests to connect.',
          'Will-Retry-Until: Tue, 24 Nov 2026 02:00:00 -0800 (PST)',
        ],
      ),
    },
    unharmed,
  ),
]

export const ofSendmail = [
  of(
    'sendmail: unknown',
    {
      head: ['Auto-Submitted: auto-generated (failure)', 'Subject: Returned mail: see transcript for details'],
      type: 'multipart/report; report-type=delivery-status',
      status: fields(
        [
          'Reporting-MTA: dns; mail.waybill.example',
          'Received-From-MTA: DNS; localhost',
          'Arrival-Date: Sun, 22 Nov 2026 10:00:00 GMT',
        ],
        [
          'Final-Recipient: RFC822; asha@rao-forge.example',
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: DNS; mx.rao-forge.example',
          'Diagnostic-Code: SMTP; 550 5.1.1 <asha@rao-forge.example>... User unknown',
          'Last-Attempt-Date: Sun, 22 Nov 2026 10:00:01 GMT',
        ],
      ),
    },
    permanent('550 5.1.1'),
  ),
  of(
    'sendmail: warning',
    {
      head: ['Subject: Warning: could not send message for past 4 hours'],
      status: fields(
        ['Reporting-MTA: dns; mail.waybill.example'],
        [
          'Final-Recipient: RFC822; asha@rao-forge.example',
          'Action: delayed',
          'Status: 4.2.0',
          'Will-Retry-Until: Fri, 27 Nov 2026 10:00:00 GMT',
        ],
      ),
    },
    unharmed,
  ),
  of(
    'sendmail: receipt',
    {
      head: ['Subject: Return receipt'],
      status: fields(
        ['Reporting-MTA: dns; mail.waybill.example'],
        ['Final-Recipient: RFC822; asha@rao-forge.example', 'Action: delivered (to mailbox)', 'Status: 2.1.5'],
      ),
    },
    unharmed,
  ),
]

export const ofOthers = [
  of(
    'Yahoo',
    {
      type: 'multipart/report; boundary-note=x; report-type=delivery-status',
      status: fields(
        ['Reporting-MTA: dns; sonic.gate.mail.ne1.yahoo.example'],
        failed(
          '5.7.9',
          'smtp; 554 30 Sorry, your message to asha cannot be delivered. This mailbox is disabled (554.30).',
        ),
      ),
    },
    permanent('554 5.7.9'),
  ),
  of(
    'Amazon SES',
    {
      head: ['From: MAILER-DAEMON@amazonses.com'],
      status: fields(
        ['Reporting-MTA: dns; a1-1.smtp-out.amazonses.com'],
        [
          'Action: failed',
          'Final-Recipient: rfc822; asha@rao-forge.example',
          'Diagnostic-Code: smtp; 550 5.1.1 user unknown',
          'Status: 5.1.1',
        ],
      ),
    },
    permanent('550 5.1.1'),
  ),
  of(
    'Coremail',
    {
      statusHead: ['Content-Type: message/delivery-status; charset=GB2312', 'Content-Transfer-Encoding: base64'],
      status: Buffer.from(
        fields(['Reporting-MTA: dns; 163.example'], failed('5.1.1', 'smtp; 550 User not found')),
      ).toString('base64'),
    },
    permanent('550 5.1.1'),
  ),
  of(
    'Domino',
    {
      status: fields(
        ['Reporting-MTA: dns;notes.rao-forge.example'],
        [
          'Final-Recipient: rfc822;asha@rao-forge.example',
          'Action: failed',
          'Status: 5.1.1',
          'Diagnostic-Code: X-Notes; User asha (asha@rao-forge.example) not listed in Domino Directory',
        ],
      ),
    },
    permanent('5.1.1'),
  ),
  of(
    'GroupWise',
    {
      status: fields(
        ['Reporting-MTA: dns; gw.rao-forge.example'],
        [
          'Original-Recipient: rfc822; asha@rao-forge.example',
          'Final-Recipient: rfc822; asha@rao-forge.example',
          'Action: failed',
          'Status: 5.1.1',
          'Remote-MTA: unknown; gw',
          'Diagnostic-Code: smtp; 550 (asha@rao-forge.example): User unknown',
        ],
      ),
    },
    permanent('550 5.1.1'),
  ),
  of(
    'OpenSMTPD',
    { status: fields(['Reporting-MTA: dns; mail.waybill.example'], failed('5.0.0')) },
    permanent('5.0.0'),
  ),
  of(
    'Courier',
    {
      type: 'multipart/report; report-type="delivery-status"',
      status: fields(['Reporting-MTA: dns; courier.example'], failed('5.0.0', 'smtp; 550 User unknown.')),
    },
    permanent('550 5.0.0'),
  ),
  of(
    'Haraka',
    {
      status: fields(
        ['Reporting-MTA: dns;haraka.example'],
        [
          'Final-Recipient: rfc822;asha@rao-forge.example',
          'Action: failed',
          'Status: 5.7.1',
          'Remote-MTA: mx.rao-forge.example',
          'Diagnostic-Code: smtp;554 5.7.1 refused',
        ],
      ),
    },
    permanent('554 5.7.1'),
  ),
  of(
    'Mimecast',
    {
      status: fields(
        ['Reporting-MTA: dns; mimecast.example'],
        failed('5.4.1', 'smtp; 550 Rejected by header based manually Blocked Senders'),
      ),
    },
    permanent('550 5.4.1'),
  ),
  of(
    'Zimbra, two recipients, both failed',
    { status: fields(['Reporting-MTA: dns; zimbra.example'], failed('5.1.1'), failed('5.1.1')) },
    permanent('5.1.1'),
  ),
]
