import type { ProxyReport } from '@waybill/contract/tracking/evidence'

/** Longer than any line of the format that docs/operating.md asks for. */
const MOST_BYTES = 512
/** The header of RFC 3164 as nginx writes it, with or without a host name, and the five fields of the format. */
const form =
  /^<\d{1,3}>[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:[!-~]{1,255} )?\w{1,32}: ([\w-]{22}) (\d{3}) (\d{1,15}) HTTP\/(\d)(?:\.\d)? ?(OK|)$/
/** The statuses of answers that carry our bytes. */
const ours: readonly string[] = ['200', '206']

export interface ProxyLine {
  /** The answer it is about. */
  id: string
  report: ProxyReport
}

/** Parses one datagram of a proxy's access log; null where it is not such a line. */
export function parseProxyLine(datagram: Buffer): ProxyLine | null {
  if (datagram.length > MOST_BYTES) return null
  const [, id = '', status = '', bytes = '', version = '', completion = ''] =
    form.exec(datagram.toString('latin1')) ?? []
  if (id === '') return null
  const isOurs = ours.includes(status)
  return {
    id,
    report: {
      bytes: isOurs ? Number(bytes) : 0,
      isComplete: isOurs && completion === 'OK',
      // nginx strips the frames of HTTP/2, but not those of HTTP/3.
      isFramed: version !== '1' && version !== '2',
    },
  }
}
