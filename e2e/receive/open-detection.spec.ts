import { expect, linkFor, newAddress, test } from '../fixtures/journey.ts'
import { makeAccount } from '../pages/account-pages.ts'
import { sendAsAccount } from '../pages/transfers-page.ts'

/** People who open their links: each in their own browser, half of them within seconds of the mail. */
const PEOPLE = Number(process.env.OPENINGS ?? 8)
const PER_TRANSFER = 40

test.describe.configure({ timeout: 240_000 + PEOPLE * 20_000 })

test('A visitor who moves the pointer counts as an opening, however soon, and no bot is recorded', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const ada = newAddress('ada')
  await makeAccount(page, waybill, { email: ada, name: 'Ada', language: 'en' })
  await waybill.query(
    `with paid as (update subscriptions set role = 'business', status = 'active'
      where workspace_id = (select workspace_id from accounts where email = $1))
    update accounts set created_at = now() - interval '1 year' where email = $1`,
    [ada],
  )
  await page.goto('/dash/transfers')
  const people = Array.from({ length: PEOPLE }, (_, nth) => newAddress(`reader-${nth}`))
  for (let from = 0; from < PEOPLE; from += PER_TRANSFER) {
    await sendAsAccount(page, { files: ['plan.pdf'], recipients: people.slice(from, from + PER_TRANSFER) })
  }
  const when = (address: string, offset: string) =>
    waybill.query(
      `update transfers set sent_at = now() + $2::interval
      where id = (select transfer_id from recipients where address = $1)`,
      [address, offset],
    )
  for (const [nth, address] of people.entries()) {
    const link = await linkFor(waybill, address)
    await when(address, nth % 2 ? '20 seconds' : '-1 minute')
    const reader = await newVisitor()
    await reader.goto(link)
    await expect(reader.locator('html')).toHaveAttribute('data-live', '')
    await reader.mouse.move(200 + nth, 300)
    await reader.mouse.move(260, 340, { steps: 4 })
    const opened = () =>
      waybill.query<{ actor_kind: string }>(
        `select actor_kind from events join recipients r on r.id = recipient_id where r.address = $1 and kind = 'opened'`,
        [address],
      )
    await expect.poll(opened).toEqual([{ actor_kind: 'human' }])
    await reader.context().close()
  }
  // Every held visit was one of theirs.
  await waybill.query(`update held_visits set closes_at = now() - interval '1 minute'`)
  await waybill.query(`update graphile_worker._private_jobs set run_at = now() where key like 'close-visits/%'`)
  const held = () => waybill.query('select recipient_id from held_visits')
  await expect.poll(held, { timeout: 60_000 }).toEqual([])
  const machines = await waybill.query(
    `select reason from events join recipients r on r.id = recipient_id
    where actor_kind = 'bot' and r.address = any($1)`,
    [people],
  )
  expect(machines).toEqual([])
})

test('An automated browser does not count as an opening', async ({ page, waybill, newVisitor }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  await makeAccount(page, waybill, { email: ada, name: 'Ada', language: 'en' })
  await page.goto('/dash/transfers')
  await sendAsAccount(page, { files: ['plan.pdf'], recipients: [asha] })
  const link = await linkFor(waybill, asha)
  const scanner = await newVisitor({
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/148.0.0.0 Safari/537.36',
  })
  const told = scanner.waitForResponse((response) => response.url().endsWith('/opened'))
  await scanner.goto(link)
  await scanner.mouse.move(200, 300)
  expect((await told).status()).toBe(204)
  const seen = await waybill.query(
    `select e.actor_kind, e.kind, r.opened_at from events e join recipients r on r.id = e.recipient_id
      where r.address = $1 and e.actor_kind = 'bot'`,
    [asha],
  )
  expect(seen).toEqual([{ actor_kind: 'bot', kind: 'visited', opened_at: null }])
})
