/** Moves what an account has sent to another region, while visitors download it. */
import { randomBytes } from 'node:crypto'
import type { RegionMove } from '@waybill/contract/uploads/region-endpoints'
import type { Region } from '@waybill/contract/uploads/regions'
import type { TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import type { AccountPerson } from '../people/account-person.ts'
import { fetchAll, sendLink } from '../people/open-links.ts'
import { makePerson } from '../people/people.ts'
import { sha256 } from '../people/recipient.ts'

/** A transfer behind an open link, and what its files are. */
interface SentLink {
  slug: string
  /** SHA-256 by file name. */
  sums: Map<string, string>
}

/** WAYBILL_MOVE_FILES=10000 shows the size of a large workspace. */
export const filesToMove = (usual: number): number => Number(process.env.WAYBILL_MOVE_FILES ?? usual)

const LARGE_EVERY = 25
const SMALL_BYTES = 3_000
const LARGE_BYTES = 300_000

/** Files of which most share stored objects, and one in 25 has its own. */
export async function sendMany(
  app: TestApp,
  admin: AccountPerson,
  transfers: number,
  each: number,
): Promise<SentLink[]> {
  const sent: SentLink[] = []
  for (let nth = 0; nth < transfers; nth += 1) {
    const files = Array.from({ length: each }, (_, file) => ({
      path: `file-${file}.bin`,
      content: randomBytes(file % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES + file),
    }))
    const { slug } = await sendLink(app, files, admin)
    sent.push({ slug, sums: new Map(files.map(({ path, content }) => [path, sha256(content)])) })
  }
  return sent
}

const nameIn = (url: string) => decodeURIComponent(url.split('/').at(-1) ?? '')

/** Links of a transfer to single files, as a new visitor's grant opens them. */
async function linksOf(app: TestApp, { slug }: SentLink) {
  const visitor = makePerson(app)
  const { body } = await visitor.call('grantDownload', { body: { slug } })
  const described = await visitor.call('describeDownload', { body: { grant: body.grant } })
  const links: Array<{ url: string }> = described.body.links
  return { visitor, urls: links.map(({ url }) => url) }
}

interface MovedUnderLoad {
  move: RegionMove
  seconds: number
  /** Downloads during the move. */
  downloads: number
  /** Those that were not what was sent: slug and name. */
  wrong: string[]
}

/** Chooses the region with its files, and downloads from several links at once until the move has ended. */
export async function moveUnderLoad(
  app: TestApp,
  admin: AccountPerson,
  sent: readonly SentLink[],
  region: Region,
  patienceMs: number,
): Promise<MovedUnderLoad> {
  let isOver = false
  let downloads = 0
  const wrong: string[] = []
  const downloadOn = async (link: SentLink) => {
    const { visitor, urls } = await linksOf(app, link)
    for (let nth = 0; !isOver; nth = (nth + 7) % urls.length) {
      const url = urls[nth] ?? ''
      if (sha256(await fetchAll(visitor, url)) !== link.sums.get(nameIn(url))) wrong.push(`${link.slug} ${nameIn(url)}`)
      downloads += 1
    }
  }
  const loads = Promise.all(sent.slice(0, 3).map(downloadOn))
  await until(() => downloads > 5, 60_000)
  const [before, start] = [downloads, performance.now()]
  await admin.call('chooseRegion', { body: { region, movesFiles: true } })
  const read = async (): Promise<RegionMove | null> => (await admin.call('readRegion')).body.move
  await until(async () => (await read())?.state === 'done', patienceMs)
  const [atEnd, seconds] = [downloads, (performance.now() - start) / 1_000]
  await until(() => downloads > atEnd + 5, 60_000)
  isOver = true
  await loads
  return { move: (await read()) as RegionMove, seconds, downloads: atEnd - before, wrong }
}

/** Every file of every link, read through the link: those that are not what was sent. */
export async function findLost(app: TestApp, sent: readonly SentLink[]): Promise<string[]> {
  const lost: string[] = []
  for (const link of sent) {
    const { visitor, urls } = await linksOf(app, link)
    if (urls.length !== link.sums.size) lost.push(link.slug)
    for (const url of urls) {
      if (sha256(await fetchAll(visitor, url)) !== link.sums.get(nameIn(url))) lost.push(`${link.slug} ${nameIn(url)}`)
    }
  }
  return lost
}
