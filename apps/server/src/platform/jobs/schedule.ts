/** Scheduled tasks (cron, UTC). A run missed while the server was down is made up once at the start. */
export const schedule = [
  // One run at a time, whatever the number of processes, and at most one that waits.
  '* * * * * read-bounces ?queue=read-bounces&jobKey=read-bounces&max=1 {}',
  // A missed run is not made up: it would say how the server is now.
  '*/5 * * * * note-health ?jobKey=note-health&max=1 {}',
  '*/10 * * * * reap-uploads ?fill=1h {}',
  '*/2 * * * * note-expired ?fill=1h {}',
  '*/2 * * * * shelve-ended ?fill=1h {}',
  '*/10 * * * * tell-unfetched ?fill=1h {}',
  '*/10 * * * * remind-recipients ?fill=1h {}',
  '*/10 * * * * remind-due ?fill=1h {}',
  // A minute past: events before eight are committed by then.
  '1,16,31,46 * * * * start-digests ?fill=1h {}',
  // Continues by itself as long as something is due; this starts it.
  '* * * * * reread-files ?jobKey=reread-files&jobKeyMode=preserve_run_at {}',
  // A check that finds nothing to do; at most one waits.
  '* * * * * renew-certificate ?jobKey=renew-certificate&jobKeyMode=preserve_run_at {}',
  '* * * * * recheck-domains ?jobKey=recheck-domains&jobKeyMode=preserve_run_at {}',
  '* * * * * recheck-mail-domains ?jobKey=recheck-mail-domains&jobKeyMode=preserve_run_at {}',
  '* * * * * advance-sandbox ?jobKey=advance-sandbox&jobKeyMode=preserve_run_at {}',
  '* * * * * start-scans ?jobKey=start-scans&jobKeyMode=preserve_run_at {}',
  '19 1 * * * reconcile-payments ?fill=1d {}',
  '11 2 * * * sweep-leftovers ?fill=1d {}',
  '17 * * * * remove-expired ?fill=2h {}',
  '26 * * * * sweep-sums ?fill=2h {}',
  '41 * * * * sweep-stores ?fill=2h {}',
  '* * * * * add-up-counts {}',
  '27 * * * * forget-addresses ?fill=2h {}',
  '7 */6 * * * make-event-months ?fill=12h {}',
  '33 3 * * * forget-notifications ?fill=1d {}',
  '51 4 * * * forget-conversations ?fill=1d {}',
  '23 4 * * * forget-access-requests ?fill=1d {}',
  '13 4 * * * forget-request-mails ?fill=1d {}',
  '53 3 * * * forget-deliveries ?fill=1d {}',
  '39 4 * * * forget-reports ?fill=1d {}',
  '9 4 * * * forget-invites ?fill=1d {}',
  '19 4 * * * forget-icons ?fill=1d {}',
  '3 0 * * * make-anchor ?fill=1d {}',
  '43 4 * * * renew-receipt-key ?fill=1d {}',
  '37 * * * * forget-keys ?fill=2h {}',
  '47 * * * * forget-sessions ?fill=2h {}',
  '57 * * * * forget-security ?fill=2h {}',
].join('\n')
