import { readFile } from 'node:fs/promises'
import { downloadAll, expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import type { Mail, WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, makeAccount, recordOf } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

test.describe.configure({ timeout: 240_000 })

const asBrowsers = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'x-forwarded-for': '47.75.18.65',
}
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36'
/** How gateways, previews and prefetching browsers follow links; the last one looks like a person's browser. */
const visits: RequestInit[] = [
  { headers: { ...asBrowsers, 'user-agent': 'Barracuda Sentinel (EE)' } },
  { method: 'HEAD', headers: { ...asBrowsers, 'user-agent': CHROME } },
  { headers: { ...asBrowsers, 'user-agent': CHROME, 'sec-purpose': 'prefetch;prerender' } },
  { headers: { ...asBrowsers, 'user-agent': CHROME, purpose: 'prefetch' } },
  { headers: { ...asBrowsers, 'user-agent': CHROME } },
]

/** Every address in a mail. */
function linksOf({ html, text }: Mail): string[] {
  const inHtml = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  return [...new Set([...inHtml, ...(text.match(/https?:\/\/[^\s<>]+/g) ?? [])])]
}

/** Everything that a person's click, visit or download would change. */
async function standOf(waybill: WaybillServer, slug: string): Promise<unknown> {
  const all = (table: string, of: string) =>
    `(select coalesce(jsonb_agg(one order by one::text), '[]') from ${table} one where ${of})`
  const ofRecipients = 'one.recipient_id in (select id from recipients where transfer_id = t.id)'
  const [row] = await waybill.query(
    `select t.expires_at, t.deleted_at, t.paused_at, t.edited_at, t.download_count,
      ${all('recipients', 'one.transfer_id = t.id')} as recipients,
      ${all('access_requesters', 'one.transfer_id = t.id')} as access_requesters,
      ${all('access_requests', ofRecipients)} as access_requests,
      ${all('grants', 'one.transfer_id = t.id')} as grants,
      ${all('deliveries', ofRecipients)} as deliveries,
      ${all('link_codes', ofRecipients)} as codes,
      ${all('(select * from counted union all select * from counted_fresh)', 'one.account_id = t.account_id')} as counted,
      (select count(*) from unreminded) as unreminded,
      (select count(*) from mails where template in ('extension-requested', 'extension-granted')) as mails,
      ${all('events', `one.transfer_id = t.id and one.actor_kind = 'human' and one.kind <> 'expired'`)} as happened
    from transfers t where slug = $1`,
    [slug],
  )
  return row
}

test('A mail scanner opens every link of every mail, and nothing happens until somebody clicks', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await makeAccount(page, waybill, { email: ada, name: 'Ada', language: 'en' })
  await page.goto('/dash/transfers')
  const [plan] = await sendAsAccount(page, { files: ['plan.pdf'], recipients: [asha] })
  const link = await linkFor(waybill, asha)
  const slug = link.split('/')[2] ?? ''
  const mailsOfBoth = async () => (await waybill.allMails()).filter(({ to }) => to === ada || to === asha)

  /** Follows every link of the mails; returns how many links there were. */
  const scan = async (): Promise<string[]> => {
    await waybill.waitForJobs()
    const before = await standOf(waybill, slug)
    const links = [...new Set((await mailsOfBoth()).flatMap(linksOf))]
    for (const url of links) {
      expect(url).toContain(waybill.origin)
      for (const visit of visits) expect((await fetch(url, visit)).status, url).toBeLessThan(500)
    }
    await waybill.waitForJobs()
    expect(await standOf(waybill, slug)).toEqual(before)
    return links.map((url) => new URL(url).pathname)
  }

  await test.step('the mail of the transfer, and the mail before it expires', async () => {
    const { _id: transfer } = await recordOf(page, slug)
    await callAs(page, 'editTransfer', {
      params: { transfer },
      body: { remindRecipients: true },
    })
    await waybill.query(`update transfers set expires_at = now() + interval '2 days' where slug = $1`, [slug])
    await waybill.waitForJobs()
    await waybill.query(
      `update mails set accepted_at = now() - interval '3 days' where accepted_at is not null and recipient_id in
        (select recipients.id from recipients join transfers on transfers.id = transfer_id where slug = $1)`,
      [slug],
    )
    await waybill.query(`select graphile_worker.add_job('remind-recipients', '{}')`)
    await waybill.mailsTo(asha, 2)
    const followed = await scan()
    expect(followed).toContain(link)
    expect(followed.some((path) => path.startsWith('/mute/'))).toBe(true)
  })

  const reader = await newVisitor()
  await test.step('the link of an expired transfer', async () => {
    await waybill.expire(link)
    await scan()
    await reader.goto(link)
    await reader.getByRole('button', { name: 'Ask for more time' }).click()
    await expect(reader.getByText('The sender has been asked')).toBeVisible()
  })

  await test.step('the mail that asks for more time', async () => {
    const asked = async () =>
      (await mailsOfBoth()).flatMap(({ text }) => /\/extension\/[\w-]{22}/.exec(text)?.[0] ?? [])
    await expect.poll(asked, { timeout: 30_000 }).toHaveLength(1)
    const [extension = ''] = await asked()
    expect(await scan()).toContain(extension)
    expect((await reader.reload())?.status()).toBe(410)
    const pressing = await newVisitor()
    await pressing.goto(extension)
    await pressing.getByRole('button', { name: 'Extend by 48 hours' }).click()
    await expect(pressing.getByRole('heading', { name: 'Link Extended for 48 hours' })).toBeVisible()
  })

  await test.step('the mail that grants it', async () => {
    const given = async () => (await mailsOfBoth()).filter(({ subject }) => /gave you more time$/.test(subject))
    await expect.poll(given, { timeout: 30_000 }).toHaveLength(1)
    await scan()
    await reader.goto(link)
    expect((await readFile(await downloadAll(reader))).equals(plan?.content ?? Buffer.alloc(0))).toBe(true)
  })

  const happened = async (actorKind: string) => {
    const rows = await waybill.query<{ kind: string }>(
      `select distinct kind from events join transfers on transfers.id = transfer_id where slug = $1 and actor_kind = $2`,
      [slug, actorKind],
    )
    return rows.map(({ kind }) => kind)
  }
  await expect.poll(() => happened('human'), { timeout: 30_000 }).toContain('finished')
  expect(await happened('human')).toEqual(expect.arrayContaining(['extension_requested', 'extended', 'opened']))
  expect(await happened('bot')).toEqual(['visited'])
})
