import type { EvidenceKind } from '@waybill/contract/tracking/evidence'

/** The evidence that somebody has a file, by docs/evidence.md. */
export const evidence = {
  /** As a separate statement. */
  finished: {
    received: 'Delivered – received by their device',
    'handed-over': 'Handed to your proxy',
    'sent-by-proxy': 'Sent by your proxy',
  } satisfies Record<EvidenceKind, string>,
  /** The record does not say what the evidence is. */
  finishedSomehow: 'Delivered',
  /** After a stamp that says it, or after other words. */
  kinds: {
    received: 'received by their device',
    'handed-over': 'handed to your proxy',
    'sent-by-proxy': 'sent by your proxy',
  } satisfies Record<EvidenceKind, string>,
  /** `isEnd`: of the one file they are in. */
  doubt: (size: string, isEnd: boolean) => (isEnd ? `the last ${size} in doubt` : `${size} in doubt`),
  almost: (size: string, isEnd: boolean) =>
    isEnd ? `Almost: the last ${size} are in doubt` : `Almost: ${size} are in doubt`,
  /** All of it has arrived over connections that are still open. */
  arrived: 'Almost: all of it has arrived',
  besides: ', ',
  /** For a file; `of` null: any visitor of an open link. */
  finishedFor: (count: number, of: number | null) => {
    if (of !== null) return `finished for ${count} of ${of} recipients`
    return count === 1 ? 'finished for 1 recipient' : `finished for ${count} recipients`
  },
  help: (what: string) => `What “${what}” means`,
  close: 'Close',
  explained: {
    received:
      'Their device confirmed every byte, and ended the download as a program does after it has read everything.',
    'handed-over':
      'A proxy has taken all of it: the web server in front of Waybill, or a proxy on their own network. What happened to it after that is not known here.',
    'sent-by-proxy':
      'The web server in front of Waybill reports that it sent all of it. That is its word: Waybill did not hear from their device.',
  } satisfies Record<EvidenceKind, string>,
  stronger:
    'To know what their device received, Waybill has to serve HTTPS itself, with no proxy in front of it. The people who run this server can set that up.',
  doubtExplained:
    'All of it arrived, but a connection broke off before it was clear that these bytes had been read. Nobody asked for them again, so the rest counts, and the doubt stays on record.',
  almostExplained:
    'All of it has arrived, but a connection broke off before it was clear that these bytes had been read. Either they are requested again, or after a minute the file counts with the doubt named. A file that came over a single connection has to be downloaded again.',
  arrivedExplained: 'Whether it was read becomes clear when the connection ends.',
  nobodyKnows: 'Nobody can know whether a person looked at a file, or whether a program kept it.',
}

export type EvidenceWords = typeof evidence
