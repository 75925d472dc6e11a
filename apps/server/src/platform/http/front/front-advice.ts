import type { Finding, FindingName } from './examine-front.ts'

const MEGABYTE = 1_000_000

type Sentence = (origin: string, facts: Finding['facts']) => string

/** What each finding means, and what to change. */
const sentences: Record<FindingName, Sentence> = {
  unreachable: (origin, { reason }) =>
    `${origin} cannot be reached from here (${reason}). Pages send to it: open the port, forward it to the same port of Waybill, or take it out of UPLOAD_PORTS.`,
  'not-waybill': (origin, { status }) =>
    `${origin} does not accept the token (status ${status}): it is not this Waybill's, or what is in front drops the header Waybill-Operator-Token.`,
  'other-address': (origin, { publicOrigin }) =>
    `Waybill's PUBLIC_URL is ${publicOrigin}, and not ${origin}. Links in emails lead there.`,
  'proxy-unnamed': (_origin, { address }) =>
    `Waybill takes the proxy's address, ${address}, for every client's. Put it into TRUSTED_PROXIES.`,
  'plain-http': (origin) =>
    `${origin} answers without HTTPS. Redirect GET to HTTPS, and refuse everything else with 400.`,
  http2: (origin) =>
    `${origin} offers HTTP/2, over which a browser opens a single connection: uploads are several times slower on long, lossy lines. nginx: leave http2 out of listen. Caddy: { servers { protocols h1 } }. haproxy: alpn http/1.1.`,
  'body-limit': (origin, { bytes }) =>
    `${origin} refuses a body of ${megabytes(bytes)}, the size of the largest part (413). nginx: client_max_body_size 65m.`,
  'upload-buffered': (origin) =>
    `${origin} collects a part before it passes it on, so parts take longer and progress is late. nginx: proxy_request_buffering off.`,
  'download-buffered': (origin) =>
    `${origin} collects a download before it passes it on. nginx: proxy_buffering off, proxy_max_temp_file_size 0. Caddy: flush_interval -1.`,
  'range-dropped': (origin, { status }) =>
    `${origin} does not pass on a request for a part of a file (status ${status} in place of 206): interrupted downloads begin again. Pass on the header Range, and leave caches and gzip out of downloads.`,
  'upload-failed': (origin, { reason, bytes }) =>
    `A body of ${megabytes(bytes)} did not get through ${origin} (${reason}). Look at its limits of size and time. nginx: client_max_body_size 65m.`,
  'download-failed': (origin, { reason, bytes }) =>
    `A download of ${megabytes(bytes)} did not get through ${origin} (${reason}). Look at its limits of size and time. nginx: proxy_read_timeout 120s.`,
  clock: (_origin, { aheadSeconds }) =>
    `The server's clock is ${offBy(aheadSeconds)} this machine's. Set both by NTP: signed links and second factors depend on it.`,
  'database-clock': (_origin, { aheadSeconds }) =>
    `The database's clock is ${offBy(aheadSeconds)} the server's. Set both by NTP: the database's decides when links expire.`,
  'congestion-control': (_origin, { used, isLoaded }) =>
    `The server's kernel sends with ${used}, which is slow where packets are lost. ${isLoaded === 'yes' ? '' : 'modprobe tcp_bbr; '}sysctl -w net.core.default_qdisc=fq net.ipv4.tcp_congestion_control=bbr (and the same lines in /etc/sysctl.d).`,
}

/** A finding in one or two sentences, in English. */
export const adviceFor = ({ finding, origin, facts }: Finding): string => sentences[finding](origin, facts)

const megabytes = (bytes: string | number | undefined): string => `${Math.round(Number(bytes) / MEGABYTE)} MB`

const offBy = (seconds: string | number | undefined): string =>
  Number(seconds) > 0 ? `${seconds} s ahead of` : `${-Number(seconds)} s behind`
