import { failed, fields, of, permanent, report, unharmed } from './write-report.ts'

export const ofOddities = [
  of(
    'no status',
    {
      status: fields(
        ['Reporting-MTA: dns; x'],
        ['Final-Recipient: rfc822; a@b.example', 'Action: failed', 'Diagnostic-Code: smtp; 550 no'],
      ),
    },
    permanent('550'),
  ),
  of(
    'nothing but that it failed',
    { status: fields(['Reporting-MTA: dns; x'], ['Action: failed']) },
    { hasFailed: true, isPermanent: false, code: null },
  ),
  of('failed with success', { status: fields(['Reporting-MTA: dns; x'], failed('2.0.0')) }, unharmed),
  of(
    'failed for one, arrived at another',
    {
      status: fields(['Reporting-MTA: dns; x'], failed('5.1.1'), [
        'Final-Recipient: rfc822; b@b.example',
        'Action: delivered',
        'Status: 2.0.0',
      ]),
    },
    unharmed,
  ),
  of('one empty line too few', { status: fields(['Reporting-MTA: dns; x', ...failed('5.1.1')]) }, permanent('5.1.1')),
  of(
    'loud',
    {
      type: 'MULTIPART/REPORT; REPORT-TYPE=DELIVERY-STATUS',
      statusHead: ['CONTENT-TYPE: MESSAGE/DELIVERY-STATUS'],
      status: fields(
        ['REPORTING-MTA: DNS; X'],
        ['FINAL-RECIPIENT: RFC822; A@B.EXAMPLE', 'ACTION: FAILED', 'STATUS: 5.1.1'],
      ),
    },
    permanent('5.1.1'),
  ),
  of(
    'a code that is none',
    { status: fields(['Reporting-MTA: dns; x'], failed('five', 'smtp; 5500 what')) },
    { hasFailed: true, isPermanent: false, code: null },
  ),
  {
    name: 'line feeds alone',
    write: (to: string) =>
      report({ to, status: fields(['Reporting-MTA: dns; x'], failed('5.1.1')) }).replaceAll('\r\n', '\n'),
    says: permanent('5.1.1'),
  },
  {
    name: 'cut off in what it returns',
    write: (to: string) =>
      report({ to, status: fields(['Reporting-MTA: dns; x'], failed('5.1.1')) }).split('Subject: ada')[0] ?? '',
    says: permanent('5.1.1'),
  },
]
