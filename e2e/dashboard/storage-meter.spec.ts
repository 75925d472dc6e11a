import { expect, newAddress, test } from '../fixtures/journey.ts'
import { answerBy, askFor } from '../fixtures/requests.ts'
import { callAs, signUp } from '../pages/account-pages.ts'

test('The storage meter updates by itself as files are added and removed', async ({ page, waybill }) => {
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const meter = page.locator('.storage-meter')
  await expect(meter).toContainText(/^0 B of /)
  const request = await askFor(page, { title: 'Papers for order 7731', items: [{ name: 'Photos' }] })
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const photo = (nth: number) => ({ item: 'Photos', path: `yard-${nth}.jpg`, content: Buffer.alloc(1_000_000, nth) })
  await answerBy(waybill, request, request.link ?? '', { files: [photo(1), photo(2)] })
  await expect(meter).toContainText(/^2 MB of /)
  await answerBy(waybill, request, request.link ?? '', { files: [photo(3)] })
  await expect(meter).toContainText(/^3 MB of /)

  const { files } = await callAs(page, 'listLibrary')
  for (const { _id } of files) await callAs(page, 'deleteFiles', { body: { ids: [_id] } })
  await expect(meter).toContainText(/^0 B of /)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
