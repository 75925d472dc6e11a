import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { noise, type Recipient, sendTo } from '#test/people/recipient'

const files = [
  { path: 'a.pdf', content: noise(300_000) },
  { path: 'b.txt', content: Buffer.alloc(0) },
  { path: 'c.bin', content: noise(200_000) },
]

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

/** The recorded deliveries, in order, once there are this many. */
async function delivered(recipient: Recipient, count: number): Promise<Array<[file: string, detail: string | null]>> {
  const listed = async () => (await recipient.events()).filter(({ kind }) => kind === 'delivered')
  await until(async () => (await listed()).length >= count)
  const { links } = await recipient.grant()
  const letters = new Map(links.map(({ file }, nth) => [file, 'abc'[nth] ?? '']))
  return (await listed()).map(({ file_id, detail }) => [letters.get(file_id ?? '') ?? 'zip', detail])
}

/** The link of a zip of some of the files. */
async function zipOf(recipient: Recipient, ...wanted: number[]): Promise<string> {
  const { grant, links } = await recipient.grant()
  const ids = wanted.map((nth) => links[nth]?.file ?? '')
  const planned = await recipient.browser.call('planZip', { body: { grant, files: ids } })
  return planned.body.url
}

async function counts(recipient: Recipient) {
  await app.runJobs()
  const events = await recipient.events()
  const row = await app.ctx.db
    .selectFrom('transfers')
    .select('download_count')
    .where('id', '=', recipient.transferId)
    .executeTakeFirstOrThrow()
  const finished = events.filter(({ kind }) => kind === 'finished')
  return { finished: finished.reduce((sum, { files }) => sum + (files?.length ?? 1), 0), count: row.download_count }
}

describe('a repeated download', () => {
  it('is recorded as such for everything as a zip, some of it, and one file; and counts no more', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    await recipient.take(zip.url)
    await recipient.untilFinished(3)
    expect(await delivered(recipient, 1)).toEqual([['zip', null]])
    await recipient.take(zip.url)
    await delivered(recipient, 2)
    await recipient.take(await zipOf(recipient, 0, 2))
    await delivered(recipient, 3)
    await recipient.take(links[0]?.url ?? '')
    expect(await delivered(recipient, 4)).toEqual([
      ['zip', null],
      ['zip', 'again 3'],
      ['zip', 'again 2'],
      ['a', 'again'],
    ])
    expect(await counts(recipient)).toEqual({ finished: 3, count: 3 })
  })

  it('is not one with anything new, nor a part, nor a broken one', async () => {
    const recipient = await sendTo(app, files)
    const { links, zip } = await recipient.grant()
    await recipient.take(links[0]?.url ?? '')
    await delivered(recipient, 1)
    await recipient.take(await zipOf(recipient, 0, 1, 2))
    await recipient.untilFinished(3)
    await delivered(recipient, 2)
    await recipient.take(zip.url, { range: 'bytes=1-' })
    await delivered(recipient, 3)
    await recipient.take(links[0]?.url ?? '', { range: 'bytes=0-299998' })
    expect((await delivered(recipient, 4)).map(([, detail]) => detail)).toEqual([null, null, null, null])
    expect(await counts(recipient)).toEqual({ finished: 3, count: 3 })
  })

  it('of a part that was first downloaded as a zip is that part alone', async () => {
    const recipient = await sendTo(app, files)
    for (let times = 1; times <= 2; times++) {
      await recipient.take(await zipOf(recipient, 0, 1))
      await recipient.untilFinished(2)
      await delivered(recipient, times)
    }
    const { zip } = await recipient.grant()
    await recipient.take(zip.url)
    expect((await delivered(recipient, 3)).map(([, detail]) => detail)).toEqual([null, 'again 2', null])
    expect(await counts(recipient)).toEqual({ finished: 3, count: 3 })
  })

  it('is not the second of two that began together', async () => {
    const recipient = await sendTo(app, files)
    const { zip } = await recipient.grant()
    const [one, other] = [await recipient.open(zip.url), await recipient.open(zip.url)]
    for (const answer of [one, other]) for await (const _ of answer);
    await recipient.untilFinished(3)
    const details = (await delivered(recipient, 2)).map(([, detail]) => detail)
    expect(details.filter((detail) => detail === null).length).toBeGreaterThanOrEqual(1)
    expect(await counts(recipient)).toEqual({ finished: 3, count: 3 })
  })
})
