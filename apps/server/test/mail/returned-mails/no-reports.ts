import { failed, fields, lines, of, type ReturnedMail, report } from './write-report.ts'

const text =
  (...head: string[]) =>
  (to: string) =>
    lines(
      `To: ${to}`,
      ...head,
      '',
      'Hi. This is the qmail-send program at mail.example.',
      'I’m afraid I wasn’t able to deliver your message to the following addresses.',
      '',
      '<asha@rao-forge.example>:',
      '192.0.2.7 does not like recipient.',
      'Remote host said: 550 5.1.1 unknown',
    )
export const notReports: ReturnedMail[] = [
  {
    name: 'qmail, which has a form of its own',
    write: text('From: MAILER-DAEMON@mail.example', 'Subject: failure notice'),
    says: null,
  },
  {
    name: 'Exim before 4.90',
    write: text(
      'X-Failed-Recipients: asha@rao-forge.example',
      'Auto-Submitted: auto-replied',
      'Subject: Mail delivery failed',
    ),
    says: null,
  },
  {
    name: 'out of office, Exchange',
    write: text(
      'Auto-Submitted: auto-generated',
      'X-Auto-Response-Suppress: All',
      'Subject: Automatic reply: Action: failed Status: 5.1.1',
    ),
    says: null,
  },
  {
    name: 'out of office, vacation',
    write: text(
      'Auto-Submitted: auto-replied (vacation)',
      'Precedence: bulk',
      'Content-Type: text/plain; report-type=delivery-status',
    ),
    says: null,
  },
  { name: 'somebody’s answer', write: text('From: asha@rao-forge.example', 'Subject: Re: your files'), says: null },
  of(
    'that it was read (RFC 8098)',
    {
      type: 'multipart/report; report-type=disposition-notification',
      statusHead: ['Content-Type: message/disposition-notification'],
      status: fields([
        'Final-Recipient: rfc822; asha@rao-forge.example',
        'Disposition: manual-action/MDN-sent-manually; displayed',
      ]),
    },
    null,
  ),
  of(
    'a complaint (RFC 5965)',
    {
      type: 'multipart/report; report-type=feedback-report',
      statusHead: ['Content-Type: message/feedback-report'],
      status: fields(['Feedback-Type: abuse', 'Action: failed', 'Version: 1']),
    },
    null,
  ),
  of(
    'fields in words',
    { statusHead: ['Content-Type: text/plain'], status: fields(['Reporting-MTA: dns; x'], failed('5.1.1')) },
    null,
  ),
  of(
    'a report forwarded by somebody',
    {
      type: 'multipart/mixed',
      after: [
        'Content-Type: message/rfc822',
        '',
        report({ status: fields(['Reporting-MTA: dns; x'], failed('5.1.1')) }),
      ],
      status: fields(['Reporting-MTA: dns; x'], failed('5.1.1')),
    },
    null,
  ),
  of('no recipient', { status: fields(['Reporting-MTA: dns; x']) }, null),
  of('empty', { status: '' }, null),
]
