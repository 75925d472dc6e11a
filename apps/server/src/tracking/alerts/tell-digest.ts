import type { Context } from '../../context.ts'
import { noteDigested } from '../../identity/accounts/index.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_PEOPLE, type MailFacts, queueMail } from '../../platform/mail-transport/index.ts'
import { lastEight } from '../reminders/last-eight.ts'
import { type Deeds, type DigestReader, holdDigestReader, listDeeds, listDigestReaders } from './digest-store.ts'
import { muteLink } from './mute-token.ts'

const AT_ONCE = 500
/** The most transfers with news in one mail; each names everybody. */
const MOST_TRANSFERS = 100

/** Finds accounts whose day ended at eight in the morning local time, and queues a digest for each. */
export async function startDigests({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let after = ''; ; ) {
    const readers = await listDigestReaders(db, after, AT_ONCE)
    for (const reader of readers.filter(isDue)) {
      await addJob(db, 'tell-digest', { accountId: reader.id }, { key: `tell-digest/${reader.id}` })
    }
    if (readers.length < AT_ONCE) return
    after = readers.at(-1)?.id ?? after
  }
}

const isDue = ({ digestedAt, now, timeZone }: DigestReader) =>
  digestedAt === null || digestedAt < lastEight(now, timeZone)

/**
 * Mails an account what people did up to eight this morning, since the previous mail; nothing where nothing happened.
 * Each day is reported once, however often this runs.
 */
export async function tellDigest(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { accountId }: { accountId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const reader = await holdDigestReader(tx, accountId)
    if (!reader || !isDue(reader)) return
    const until = lastEight(reader.now, reader.timeZone)
    const span = { from: reader.digestedAt, until }
    const deeds = await listDeeds(tx, accountId, { ...span, transfers: MOST_TRANSFERS, people: MAX_LISTED_PEOPLE })
    await noteDigested(tx, accountId, until)
    const [first] = deeds
    if (!first) return
    await queueMail(tx, ctx, {
      template: 'digest',
      to: reader.email,
      language: reader.language,
      muteLink: muteLink(ctx, 'digest', accountId),
      facts: {
        readerTimeZone: reader.timeZone,
        transfers: byTransfer(deeds),
        transferCount: first.transferCount,
        link: linkTo(ctx.config, first.transferCount === 1 ? paths.transferRecord(first.slug) : paths.transfers),
      },
    })
  })
}

function byTransfer(deeds: readonly Deeds[]): MailFacts['digest']['transfers'] {
  return [...Map.groupBy(deeds, ({ transferId }) => transferId).values()].flatMap((people) => {
    const [first] = people
    if (!first) return []
    const { slug, title, fileName, fileCount, personCount } = first
    return [{ slug, title, fileName, fileCount, personCount, people: people.map(presentPerson) }]
  })
}

const presentPerson = (deed: Deeds) => ({
  recipient: deed.address,
  hasOpened: deed.hasOpened,
  finishedCount: deed.finishedCount,
  hasRepeated: deed.hasRepeated,
  isStalled: deed.isStalled,
  evidence: deed.evidence,
  doubtBytes: deed.doubtBytes,
  lastAt: deed.lastAt.toISOString(),
  at: { country: deed.country, city: deed.city, timeZone: deed.timeZone },
})
