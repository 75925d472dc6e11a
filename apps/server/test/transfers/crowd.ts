/**
 * Every kind of visitor of a link: mail gateways, link previews, prefetching browsers, download managers, people who
 * stop, continue, share an office or use curl. Each states what its person really did, and the ledger is compared with
 * that.
 */
/** What a recipient did, whatever bots did on their link besides. */
export interface Truth {
  hasOpened: boolean
  /** Indices of the files they have completely. */
  finished: number[]
  /** Indices of the files of which they took bytes at all. */
  begun: number[]
}

/** What an actor does to a server, ours or another: requests its pages and downloads its files. */
export interface CrowdReader {
  /** Of the link's page. */
  path: string
  link: object
  app: { fetch(path: string, init: { headers: Record<string, string> }): Promise<unknown> }
  browser: {
    call(name: 'reportOpened', options: { body: object; headers: Record<string, string> }): Promise<unknown>
  }
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>
  take(path: string, headers?: Record<string, string>): Promise<unknown>
  readAndBreak(path: string, bytes: number, headers?: Record<string, string>): Promise<{ length: number }>
  grant(
    files?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ links: ReadonlyArray<{ url: string }>; zip: { url: string } }>
}

export interface Actor {
  name: string
  act(reader: CrowdReader): Promise<Truth>
}

const nobody: Truth = { hasOpened: false, finished: [], begun: [] }
const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  accept: 'text/html',
  'accept-language': 'en-GB',
}
const agent = (name: string) => ({ ...browser, 'user-agent': name })

const looks = (name: string, headers: Record<string, string>, method = 'GET'): Actor => ({
  name,
  async act(reader) {
    for (let nth = 0; nth < 3; nth++) await (await reader.get(reader.path, headers, method)).arrayBuffer()
    return nobody
  },
})

/** A person's page view: shown, scripts run. */
async function openPage(reader: CrowdReader): Promise<void> {
  await (await reader.get(reader.path, browser)).arrayBuffer()
  await reader.browser.call('reportOpened', { body: reader.link, headers: browser })
}

const person = (name: string, act: (reader: CrowdReader) => Promise<number[]>, begun?: number[]): Actor => ({
  name,
  async act(reader) {
    await openPage(reader)
    const finished = await act(reader)
    return { hasOpened: true, finished, begun: begun ?? finished }
  },
})

const links = async (reader: CrowdReader, headers: Record<string, string> = {}) =>
  (await reader.grant('all', headers)).links
const urlOf = async (reader: CrowdReader, nth: number) => (await links(reader))[nth]?.url ?? ''

/** For files of `bytes` bytes each. */
export const crowdOf = (bytes: number): Actor[] => [
  looks('a mail gateway by its name', agent('BarracudaCentral/1.0 Mozilla/5.0')),
  looks('a safe-links rewriter', agent('Mozilla/5.0 (compatible; SafeLinks; Microsoft Office)')),
  looks('a chat’s preview', agent('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)')),
  looks('WhatsApp’s preview', agent('WhatsApp/2.24.6.77 A')),
  looks('a search engine', agent('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)')),
  looks('a HEAD', browser, 'HEAD'),
  looks('a prefetching browser', { ...browser, 'sec-purpose': 'prefetch;prerender' }),
  looks('a program without a browser’s manners', { 'user-agent': 'Mozilla/5.0' }),
  {
    name: 'a gateway in a data centre that poses as a browser',
    async act(reader) {
      const headers = { ...browser, 'x-forwarded-for': '40.107.22.15' }
      await reader.app.fetch(reader.path, { headers })
      return nobody
    },
  },
  {
    name: 'a preview that even presses and fetches',
    async act(reader) {
      const headers = agent('Mozilla/5.0 (compatible; Proofpoint URL Defense)')
      const url = (await links(reader, headers))[0]?.url ?? ''
      await reader.take(url, headers)
      return nobody
    },
  },
  person('who only looks', async () => []),
  person('who takes one file', async (reader) => {
    await reader.take(await urlOf(reader, 0))
    return [0]
  }),
  person('who takes everything, file by file, twice', async (reader) => {
    for (let turn = 0; turn < 2; turn++) for (const { url } of await links(reader)) await reader.take(url)
    return [0, 1, 2]
  }),
  person('who takes the zip', async (reader) => {
    await reader.take((await reader.grant()).zip.url)
    return [0, 1, 2]
  }),
  person('whose download manager takes eight ranges at once', async (reader) => {
    const url = await urlOf(reader, 1)
    const step = Math.ceil(bytes / 8)
    const ranges = Array.from({ length: 8 }, (_, i) => `bytes=${i * step}-${Math.min(bytes, (i + 1) * step) - 1}`)
    await reader.get(url, {}, 'HEAD')
    await Promise.all(ranges.map((range) => reader.take(url, { range })))
    return [1]
  }),
  person('whose download manager overlaps and repeats itself', async (reader) => {
    const url = await urlOf(reader, 1)
    const half = Math.floor(bytes / 2)
    for (const range of [`bytes=0-${half}`, `bytes=${half - 5_000}-`, `bytes=0-${half}`])
      await reader.take(url, { range })
    return [1]
  }),
  person(
    'who cancels half-way',
    async (reader) => {
      await reader.readAndBreak(await urlOf(reader, 2), 10_000)
      return []
    },
    [2],
  ),
  person('who cancels and goes on', async (reader) => {
    const url = await urlOf(reader, 2)
    const got = await reader.readAndBreak(url, 10_000)
    await reader.take(url, { range: `bytes=${got.length}-` })
    return [2]
  }),
  person(
    'who asks for the first byte alone',
    async (reader) => {
      await reader.take(await urlOf(reader, 0), { range: 'bytes=0-0' })
      return []
    },
    [0],
  ),
  {
    name: 'with curl and a grant',
    async act(reader) {
      const headers = { 'user-agent': 'curl/8.14.1' }
      await reader.take((await links(reader, headers))[0]?.url ?? '', headers)
      return { hasOpened: true, finished: [0], begun: [0] }
    },
  },
  person('with HEADs before and after', async (reader) => {
    const url = await urlOf(reader, 0)
    await reader.get(url, {}, 'HEAD')
    await reader.take(url)
    await reader.get(url, {}, 'HEAD')
    return [0]
  }),
  {
    name: 'whose gateway came first, and who came later',
    async act(reader) {
      await (await reader.get(reader.path, agent('Mozilla/5.0 (compatible; Mimecast)'))).arrayBuffer()
      await openPage(reader)
      await reader.take(await urlOf(reader, 0))
      return { hasOpened: true, finished: [0], begun: [0] }
    },
  },
]
