/**
 * Which kind of actor did something: a person, or a bot on its own (a mail scanner, a link preview, a prefetch). Pure.
 * A bot's actions are shown separately with the reason and never counted. The owner's actions on a link are a separate
 * kind, and are not counted either; nor are those of the owner's team, who may read the record.
 *
 * A page view is cheap: any sign of a machine makes it a bot's. *Opened* comes from scripts in a visible page, which
 * scanners run too, so it is judged by the same signs. A *download* takes a click: there only clients that identify
 * themselves as bots, or that nobody waits for, are machines. A program such as curl, or an automated browser, acts for
 * the person who started it.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { scannerNetwork } from './scanner-networks.ts'

export type Act = 'page' | 'opened' | 'download'

export interface Evidence {
  act: Act
  method: string
  headers: IncomingHttpHeaders
  ip: string
  /** Since the transfer was sent, by the database's clock; null where there was no mail. */
  secondsSinceSent: number | null
  /** The page has seen a person's gesture, or was open for long: speed alone then no longer suggests a bot. */
  hasStayed?: boolean
}

export type BotReason =
  | 'head-request'
  | 'prefetch'
  | 'link-preview'
  | 'mail-scanner'
  | 'crawler'
  | 'tool'
  | 'no-browser'
  | 'scanner-network'
  | 'right-after-sending'

export type JudgedActor =
  | { actorKind: 'human'; reason: null | 'admin' }
  | { actorKind: 'bot'; reason: BotReason }
  | { actorKind: 'owner'; reason: null | 'team' }
export const humanActor: JudgedActor = { actorKind: 'human', reason: null }
/** The admin of the sender's team, who changes what the sender sent. */
export const adminActor: JudgedActor = { actorKind: 'human', reason: 'admin' }
export const ownerActor: JudgedActor = { actorKind: 'owner', reason: null }
/** Somebody of the sender's team who may read the record, at the transfer's link. */
export const teamActor: JudgedActor = { actorKind: 'owner', reason: 'team' }

/** Nobody opens a mail this soon: an early visitor is a gateway that follows its links. */
const TOO_SOON_SECONDS = 4

const previewers =
  /facebookexternalhit|facebot|twitterbot|slackbot|slack-imgproxy|whatsapp|telegrambot|discordbot|linkedinbot|skypeuripreview|teamsbot|viber|line-poker|kakaotalk-scrap|mattermost|googleimageproxy|iframely|embedly|bitlybot|pinterestbot|redditbot|applebot|snapchat|zoombot/i
const scanners =
  /barracuda|proofpoint|mimecast|safelinks|messagelabs|symantec|trendmicro|fortinet|forcepoint|sophos|ironport|cloudmark|zscaler|vade(?:secure|retro)|avanan|urldefense|trustwave|bitdefender|kaspersky|checkpoint|virustotal|urlscan|phishtank|netcraft|ms-office|microsoft office|outlook(?:-|services)|msoffice/i
/**
 * Programs that run by themselves, and say so in their name. isbot also lists every name that no browser has, including
 * media players.
 */
const crawlers =
  /(?<!cu)bots?(?:\b|_)|crawl|spider|slurp|scrape|archiver|lighthouse|pagespeed|pingdom|statuscake|googleother|https?:\/\//i
/** Programs that people start to download something. */
const tools =
  /^(?:curl|wget|wget2|aria2|axel|httpie|xh|lftp|python|node|undici|axios|got|go-http-client|java|okhttp|ruby|libwww-perl|powershell|windowspowershell|mozilla\/5\.0 \(windows nt; windows nt|idm|free download manager|fdm|jdownloader|motrix|xunlei|thunder|rclone|restsharp|postman|insomnia|deno|bun|dart|apache-httpclient|php|guzzlehttp)/i

export function judgeActor(evidence: Evidence): JudgedActor {
  const reason = reasonFor(evidence)
  return reason === null ? humanActor : { actorKind: 'bot', reason }
}

function reasonFor({ act, method, headers, ip, secondsSinceSent, hasStayed = false }: Evidence): BotReason | null {
  if (method === 'HEAD') return 'head-request'
  if (isPrefetch(headers)) return 'prefetch'
  const agent = (headers['user-agent'] ?? '').trim()
  const byName = reasonByName(agent, act)
  if (byName !== null || act === 'download') return byName
  if (agent === '' || headers.accept === undefined || headers['accept-language'] === undefined) return 'no-browser'
  if (scannerNetwork(ip) !== null) return 'scanner-network'
  const isTooSoon = secondsSinceSent !== null && secondsSinceSent < TOO_SOON_SECONDS
  return isTooSoon && !hasStayed ? 'right-after-sending' : null
}

function reasonByName(agent: string, act: Act): BotReason | null {
  if (previewers.test(agent)) return 'link-preview'
  if (scanners.test(agent)) return 'mail-scanner'
  if (tools.test(agent)) return act === 'download' ? null : 'tool'
  return (act === 'download' ? crawlers.test(agent) : isbot(agent)) ? 'crawler' : null
}

/** Sec-Purpose is the standard; browsers sent Purpose and X-Moz before. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']]
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? '')))
}
