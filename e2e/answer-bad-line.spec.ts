import { callAs } from './account-journey.ts'
import { type AskedRequest, choose, receiptAt, sendButton } from './asked-journey.ts'
import { type BadLine, openBadLine } from './bad-line.ts'
import { expect, makeFile, sha256, test } from './journey.ts'

test.use({ trace: 'off' })
test.describe.configure({ timeout: 300_000 })

test('over a long line that loses packets and falls silent, a supplier’s files arrive whole', async ({ folder }) => {
  const line = await openBadLine(folder)
  try {
    await answerOver(line, folder)
  } finally {
    await line.close()
  }
})

async function answerOver(line: BadLine, folder: string): Promise<void> {
  const asker = await line.open()
  await line.signUp(asker)
  const body = { title: 'Papers for order 7731', slots: [{ name: 'Film of the line' }, { name: 'Packing list' }] }
  const { request } = await callAs<{ request: AskedRequest }>(asker, 'POST', '/requests', body)
  await asker.close()

  const phone = await line.open()
  await phone.goto(`/r/${request.slug}`, { waitUntil: 'domcontentloaded', timeout: 90_000 })
  await expect(phone.getByRole('heading', { name: 'Mei Chen asks you for files' })).toBeVisible()
  const film = await makeFile(folder, 'line.mov', 6_000_000)
  await choose(phone, 'Film of the line', [film])
  await choose(phone, 'Packing list', [await makeFile(folder, 'list.csv', 400)])
  await sendButton(phone).click()
  const percent = phone.getByRole('progressbar')
  await expect.poll(async () => Number(await percent.getAttribute('value')), { timeout: 90_000 }).toBeGreaterThan(15)
  await line.fallSilent(phone)
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  await line.comeBack(phone)
  await receiptAt(phone, '2 files arrived at Mei Chen')
  await expect(phone.getByText(await sha256(film))).toBeVisible({ timeout: 60_000 })
  expect(line.seen()).toEqual([])
}
