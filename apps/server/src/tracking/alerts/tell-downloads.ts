import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { MAX_LISTED_FILES, MAX_LISTED_PEOPLE, queueMail, senderLink } from '../../platform/mail-transport/index.ts'
import {
  type Downloads,
  type FinishedDownload,
  findAlerted,
  holdMark,
  listDownloaders,
  listFinished,
  moveMark,
} from './alert-store.ts'
import { muteLink } from './mute-token.ts'

/** The shortest time between two of these mails to a transfer's sender. */
const APART_SECONDS = 600

/**
 * Mails a sender who wants to hear of every download what was finished of a transfer since the last such mail, repeats
 * included. Too soon after that it runs again when the time has passed. Running again adds nothing.
 */
export async function tellDownloads(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { transferId }: { transferId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await findAlerted(tx, transferId)
    if (transfer?.alerts !== 'every') return
    const mark = await holdMark(tx, transferId)
    if (mark.mailSeconds !== null && mark.mailSeconds < APART_SECONDS) {
      const delaySeconds = APART_SECONDS - mark.mailSeconds
      await addJob(tx, 'tell-downloads', { transferId }, { key: `tell-downloads/${transferId}`, delaySeconds })
      return
    }
    const downloads = await listFinished(tx, transferId, mark, MAX_LISTED_FILES)
    const [first] = downloads
    if (!first) return
    const isMany = first.count > downloads.length
    const people = isMany ? await listDownloaders(tx, transferId, mark, MAX_LISTED_PEOPLE) : []
    await moveMark(tx, transferId, mark.end)
    await queueMail(tx, ctx, {
      template: 'downloads-listed',
      to: transfer.senderAddress,
      language: transfer.senderLanguage,
      muteLink: muteLink(ctx, 'transfer', transferId),
      facts: {
        slug: transfer.slug,
        title: transfer.title,
        senderTimeZone: transfer.senderTimeZone,
        downloads: isMany ? [] : downloads.map(presentDownload),
        downloaders: people.map(presentDownloader),
        downloaderCount: people[0]?.count ?? 0,
        downloadCount: first.count,
        follow: senderLink(ctx, { ...transfer, address: transfer.senderAddress }),
      },
    })
  })
}

const presentDownload = ({
  address,
  path,
  fileCount,
  bytes,
  isAgain,
  evidence,
  doubtBytes,
  at,
  country,
  city,
  timeZone,
}: FinishedDownload) => ({
  recipient: address,
  path,
  fileCount,
  bytes,
  isAgain,
  evidence,
  doubtBytes,
  finishedAt: at.toISOString(),
  at: { country, city, timeZone },
})

const presentDownloader = ({ address, lastAt, country, city, timeZone, ...deeds }: Downloads) => ({
  recipient: address,
  fileCount: deeds.fileCount,
  bytes: deeds.bytes,
  hasRepeated: deeds.hasRepeated,
  evidence: deeds.evidence,
  doubtBytes: deeds.doubtBytes,
  lastAt: lastAt.toISOString(),
  at: { country, city, timeZone },
})
