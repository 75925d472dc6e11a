import { FRONT_MAX_BYTES, measureBody, readFront } from '@waybill/contract/operating/front-endpoints'
import type { z } from 'zod'
import { type Answer, type Asking, ask, chosenProtocol, refusalOf, straightWay, type Way } from './ask-front.ts'

/** Long enough to tell a pause from a slow line, and short enough for every front to bear. */
const PAUSE_MS = 1_500
const PAUSED_BYTES = 1_048_576
const CLOCK_SLACK_MS = 5_000
const DATABASE_SLACK_MS = 2_000
const FRONT = '/-/front'
const BYTES = '/-/front/bytes'

export type Front = z.infer<NonNullable<typeof readFront.reply>>

export type FindingName =
  | 'unreachable'
  | 'not-waybill'
  | 'other-address'
  | 'proxy-unnamed'
  | 'plain-http'
  | 'http2'
  | 'body-limit'
  | 'upload-buffered'
  | 'download-buffered'
  | 'range-dropped'
  | 'upload-failed'
  | 'download-failed'
  | 'clock'
  | 'database-clock'
  | 'congestion-control'

/** One thing to change. `facts` are the figures and names of its sentence. */
export interface Finding {
  finding: FindingName
  origin: string
  facts: Record<string, string | number>
}

export interface Carried {
  origin: string
  way: 'up' | 'down'
  bytes: number
  milliseconds: number
}

export interface Examination {
  /** Null: the server was not found at the address. */
  front: Front | null
  /** What answers in front of the server calls itself, such as 'nginx'. */
  server: string | null
  carried: Carried[]
  findings: Finding[]
}

interface Examined {
  url: URL
  /** The operator's token. */
  token: string
  /** Sent and fetched through every upload origin. */
  bytes: number
  now: () => number
  way?: Way
}

/** Examines the way from here to a server: its front, every upload origin, its clocks and its kernel. */
export async function examineFront(examined: Examined): Promise<Examination> {
  const { url, token, way = straightWay } = examined
  const asking: Asking = { way, token, pageOrigin: url.origin }
  const examination: Examination = { front: null, server: null, carried: [], findings: [] }
  const add = (finding: FindingName, origin: string, facts: Finding['facts'] = {}) =>
    examination.findings.push({ finding, origin, facts })

  const began = examined.now()
  const answer = await ask(asking, url, FRONT).catch((error: Error) => reasonOf(error))
  if (typeof answer === 'string') {
    add('unreachable', url.origin, { reason: answer })
    return examination
  }
  examination.server = (answer.headers.server as string | undefined) ?? null
  const front = readAnswer(answer, url)
  if (front === null) {
    add('not-waybill', url.origin, { status: answer.status })
    return examination
  }
  examination.front = front
  judgeServer(front, { url, sentAt: began, gotAt: examined.now() }, add)
  await judgePlain(asking, url, add)
  for (const origin of front.uploadOrigins) {
    await judgeOrigin(
      { asking: { ...asking, pageOrigin: front.publicOrigin }, examined, examination, add },
      new URL(origin),
    )
  }
  return examination
}

type Add = (finding: FindingName, origin: string, facts?: Finding['facts']) => unknown

/**
 * Null where it is not the answer of a Waybill. Upload origins differ from the site's address by their port alone: an
 * answer that names another host, or plain HTTP where the site has HTTPS, is another machine's, and is not followed.
 */
function readAnswer({ status, text }: Answer, { protocol, hostname }: URL): Front | null {
  const front = status === 200 ? readFront.reply?.safeParse(jsonOf(text)).data : undefined
  const isOfSite = (origin: string) => {
    const named = URL.canParse(origin) ? new URL(origin) : null
    return named?.protocol === protocol && named.hostname === hostname
  }
  return front?.uploadOrigins.every(isOfSite) ? front : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface Moment {
  url: URL
  sentAt: number
  gotAt: number
}

/** What the server's own words show. */
function judgeServer(front: Front, { url, sentAt, gotAt }: Moment, add: Add): void {
  if (front.publicOrigin !== url.origin) add('other-address', url.origin, { publicOrigin: front.publicOrigin })
  if (front.isForwarded && !front.isProxyTrusted) add('proxy-unnamed', url.origin, { address: front.address })
  const aheadMs = Date.parse(front.now) - (sentAt + gotAt) / 2
  if (Math.abs(aheadMs) > CLOCK_SLACK_MS + (gotAt - sentAt) / 2) {
    add('clock', url.origin, { aheadSeconds: Math.round(aheadMs / 1_000) })
  }
  const databaseMs = front.databaseAheadMs ?? 0
  if (Math.abs(databaseMs) > DATABASE_SLACK_MS) {
    add('database-clock', url.origin, { aheadSeconds: Math.round(databaseMs / 1_000) })
  }
  const { congestionControl: used, offeredControls } = front
  if (used !== null && used !== 'bbr') {
    add('congestion-control', url.origin, { used, isLoaded: offeredControls.includes('bbr') ? 'yes' : 'no' })
  }
}

/** Plain HTTP beside HTTPS may redirect or be closed, and nothing else. */
async function judgePlain(asking: Asking, url: URL, add: Add): Promise<void> {
  if (url.protocol !== 'https:' || url.port !== '') return
  const plain = new URL(url)
  plain.protocol = 'http:'
  const answer = await ask({ ...asking, token: null }, plain, '/-/ready').catch(() => null)
  if (answer?.status === 200) add('plain-http', plain.origin)
}

interface Judging {
  asking: Asking
  examined: Examined
  examination: Examination
  add: Add
}

async function judgeOrigin({ asking, examined, examination, add }: Judging, origin: URL): Promise<void> {
  const at = origin.origin
  try {
    if ((await chosenProtocol(asking, origin)) === 'h2') add('http2', at)
    const refusal = await refusalOf(asking, origin, BYTES, FRONT_MAX_BYTES)
    if (refusal === 413) add('body-limit', at, { bytes: FRONT_MAX_BYTES })
  } catch (error) {
    add('unreachable', at, { reason: reasonOf(error as Error) })
    return
  }
  for (const carry of [carryUp, carryDown]) {
    await carry({ asking, examined, examination, add }, origin)
  }
}

async function carryUp({ asking, examined, examination, add }: Judging, origin: URL): Promise<void> {
  const put = (bytes: number, pauseMs: number) =>
    ask(asking, origin, BYTES, { method: 'PUT', body: { bytes, pauseMs } })
  const at = origin.origin
  try {
    const paused = await put(PAUSED_BYTES, PAUSE_MS)
    if (paused.status === 200 && cameAtOnce(jsonOf(paused.text))) add('upload-buffered', at)
    const { status, lastMs } = await put(examined.bytes, 0)
    if (status === 200) examination.carried.push({ origin: at, way: 'up', bytes: examined.bytes, milliseconds: lastMs })
    else add('upload-failed', at, { reason: `status ${status}`, bytes: examined.bytes })
  } catch (error) {
    add('upload-failed', at, { reason: reasonOf(error as Error), bytes: examined.bytes })
  }
}

/** A slow line fills the pause with what it still carries; then the whole body takes longer than the pause. */
function cameAtOnce(measured: unknown): boolean {
  const body = measureBody.reply?.safeParse(measured).data
  return body !== undefined && Math.max(body.longestPauseMs, body.spreadMs) < PAUSE_MS / 2
}

async function carryDown({ asking, examined, examination, add }: Judging, origin: URL): Promise<void> {
  const get = (bytes: number, pauseMs: number, headers = {}) =>
    ask(asking, origin, `${BYTES}?bytes=${bytes}&pauseMs=${pauseMs}`, { headers })
  const at = origin.origin
  try {
    const paused = await get(PAUSED_BYTES, PAUSE_MS)
    if (paused.status === 200 && paused.lastMs - paused.firstMs < PAUSE_MS / 2) add('download-buffered', at)
    const part = await get(PAUSED_BYTES, 0, { range: 'bytes=1000-1999' })
    if (part.status !== 206 || part.bytes !== 1_000) add('range-dropped', at, { status: part.status })
    const { status, bytes, lastMs } = await get(examined.bytes, 0)
    if (status === 200 && bytes === examined.bytes) {
      examination.carried.push({ origin: at, way: 'down', bytes, milliseconds: lastMs })
    } else add('download-failed', at, { reason: `status ${status}`, bytes: examined.bytes })
  } catch (error) {
    add('download-failed', at, { reason: reasonOf(error as Error), bytes: examined.bytes })
  }
}

/** Node's messages name the call and the address too. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? (error.message === '' ? 'the connection broke' : error.message)
}
