/** A recipient who downloads one file again and again, and resumes each download that breaks off. */
import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '../crash/crash-browser.ts'
import type { Person, SentFile } from '../people/people.ts'
import { askUntilAnswered, type LoadPlace, makeVisitor } from './load-site.ts'
import type { Pulse } from './pulse.ts'

const REST_MS = 200
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36'

interface Reading {
  file: SentFile
  /** `/d/{slug}/{user}` */
  link: string
  network: string
}

/** Reads until the load is over. */
export async function runReader(place: LoadPlace, pulse: Pulse, { file, link, network }: Reading): Promise<void> {
  const person = makeVisitor(place, 'reader', network)
  const [, , slug, user] = link.split('/')
  const headers = { 'user-agent': CHROME }
  while (!place.isOver()) {
    const granted = await askUntilAnswered(person, pulse, 'grantDownload', {
      body: { slug, user, files: 'all' },
      headers,
    })
    const { grant } = granted.body
    const described = await askUntilAnswered(person, pulse, 'describeDownload', { body: { grant }, headers })
    const url = described.body?.links?.[0]?.url
    if (url === undefined) pulse.broken.push(`a link opened with ${granted.status} and ${described.status}`)
    else if (sha256(await readAll(person, pulse, url, file.content.length)) !== sha256(file.content))
      pulse.broken.push('a download has other bytes than were sent')
    else pulse.beat()
    await pause(REST_MS)
  }
}

/** Asks for the rest after each break. */
async function readAll(person: Person, pulse: Pulse, url: string, bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let read = 0
  while (read < bytes) {
    try {
      const answer = await person.fetch(url, { headers: { 'user-agent': CHROME, range: `bytes=${read}-` } })
      pulse.note(answer.status, 'a download')
      if (answer.status !== 206) {
        await answer.body?.cancel()
        await pause(REST_MS)
        continue
      }
      for await (const chunk of answer.body ?? []) {
        chunks.push(chunk)
        read += chunk.length
      }
    } catch (error) {
      pulse.note(
        ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? (error as Error).name,
        'a download',
      )
      await pause(REST_MS)
    }
  }
  return Buffer.concat(chunks)
}
