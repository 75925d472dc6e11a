import { listShares, ShareWriter } from '../../shared/sharing/kept-shares.ts'
import { readMultipart } from './read-multipart.ts'

/**
 * The service worker behind the manifest's share target. It takes the one form that the device's share sheet posts to
 * `/share`, keeps its files in the browser, and leads to the page that has them. Its scope is that path alone: no page of
 * ours is under it, and no other request passes through it.
 */
interface WorkerScope {
  addEventListener(type: 'install', listener: () => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
}

interface FetchEvent {
  request: Request
  respondWith(answer: Promise<Response> | Response): void
  waitUntil(work: Promise<unknown>): void
}

/** Within this time the share sheet may close without a word; then a sentence says what is going on. */
const QUIET_MS = 700
/** A small file that every server has, asked for to learn whether it can be reached. */
const PROBE = '/favicon.ico'
const PROBE_MS = 5_000
const ASK_AGAIN_MS = 3_000

const scope = globalThis as unknown as WorkerScope
scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'POST' || new URL(request.url).pathname !== '/share') return
  const target = takeForm(request)
  event.waitUntil(target)
  event.respondWith(answerFor(target))
})

/** Where the page goes on. Never rejects. */
async function takeForm(request: Request): Promise<string> {
  const boundary = /boundary="?([^";]+)"?/.exec(request.headers.get('content-type') ?? '')?.[1]
  // Removes what is too old, before the device is asked for more room.
  await listShares(Date.now())
  const share = await ShareWriter.begin(Date.now()).catch((error: Error) => error)
  if (share instanceof Error) return failed(share)
  let isFile = false
  try {
    if (boundary === undefined || request.body === null) throw new Error('The request has no form')
    await readMultipart(request.body as ReadableStream<Uint8Array<ArrayBuffer>>, boundary, {
      begin: async ({ fileName, type }) => {
        isFile = fileName !== null
        if (fileName !== null) await share.beginFile({ name: fileName, type })
      },
      write: async (bytes) => (isFile ? share.write(bytes) : undefined),
      end: async () => (isFile ? share.endFile() : undefined),
    })
    if (share.count === 0) throw new Error('The form has no file')
    await share.finish()
    return `/?shared=${share.id}`
  } catch (error) {
    await share.discard()
    return failed(error as Error)
  }
}

const failed = ({ name }: Error): string => (name === 'QuotaExceededError' ? '/?shared=full' : '/?shared=failed')

/** The device may have a network without the server; a proxy answers 502 to 504 for a server that is away. */
const isServerThere = (): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  )

async function answerFor(target: Promise<string>): Promise<Response> {
  // The server is asked last: a large share takes a minute, in which the connection may go or come back.
  const end = target.then(async (to): Promise<[to: string, isThere: boolean]> => [to, await isServerThere()])
  const quick = await Promise.race([end, new Promise<null>((resolve) => setTimeout(resolve, QUIET_MS, null))])
  if (quick?.[1]) return Response.redirect(quick[0], 303)
  const nonce = crypto.randomUUID()
  return new Response(waitingPage(end, nonce), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
    },
  })
}

const isChinese = navigator.language.startsWith('zh')
const words = isChinese
  ? {
      taking: '正在接收您的文件…',
      kept: '暂时无法连接 Waybill。文件已保存在此设备上，最多保留一天；连接恢复后，页面会自动继续。',
      failed: '无法读取这些文件。',
      full: '此设备空间不足，无法保存这些文件。',
      open: '打开 Waybill',
    }
  : {
      taking: 'Taking your files…',
      kept: 'We can’t reach Waybill. Your files are kept on this device for a day. This page continues by itself as soon as it can.',
      failed: 'The files could not be read.',
      full: 'This device has no room for the files.',
      open: 'Open Waybill',
    }

/** A page that shows at once, and opens the app when the files are kept and the server answers. */
function waitingPage(end: Promise<[to: string, isThere: boolean]>, nonce: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(encoder.encode(head(words.taking)))
      const [to, isThere] = await end
      const onward = isThere
        ? `<meta http-equiv="refresh" content="0;url=${to}">`
        : `<style>[role]{display:none}</style><p>${said(to)}</p><script nonce="${nonce}">(${goOn})(${JSON.stringify([to, PROBE, ASK_AGAIN_MS])})</script>`
      controller.enqueue(encoder.encode(`${onward}<p><a href="${to}">${words.open}</a></p></body></html>`))
      controller.close()
    },
  })
}

/** Runs in the waiting page, so it may name nothing outside itself. */
function goOn([to, probe, againMs]: [string, string, number]): void {
  const ask = () =>
    void fetch(probe, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status < 500 && location.replace(to),
      () => undefined,
    )
  setInterval(ask, againMs)
  addEventListener('online', ask)
}

function said(to: string): string {
  if (to.endsWith('=full')) return words.full
  return to.endsWith('=failed') ? words.failed : words.kept
}

const head = (title: string): string => `<!doctype html>
<html lang="${isChinese ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>:root{color-scheme:light dark}body{margin:0;padding:40px 16px;font:16px/1.5 system-ui,sans-serif;text-align:center}</style>
</head><body><p role="status">${title}</p>`
