import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, makeFile, newAddress, test } from '../fixtures/journey.ts'
import { askFor } from '../fixtures/requests.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { signUp } from '../pages/account-pages.ts'

const PLACES = 4

/** A visitor on another network, who begins to send a form and does not continue. */
async function beginForm({ origin }: WaybillServer, slug: string, nth: number): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const lines = [
    `POST /r/${slug}/files HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `X-Forwarded-For: 47.75.${nth}.18`,
    'Content-Type: multipart/form-data; boundary=B',
    'Content-Length: 9000000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n--B\r\n`)
  return socket
}

test('Without scripts a supplier is told that too many people are sending and sends the files later', async ({
  page,
  waybill,
  folder,
  newVisitor,
}) => {
  await signUp(page, waybill, { email: newAddress('mei'), name: 'Mei Chen' })
  const request = await askFor(page, { title: 'Papers for order 7731', items: [{ name: 'Photos' }] })
  const slow: Socket[] = []
  for (let nth = 1; nth <= PLACES; nth += 1) slow.push(await beginForm(waybill, request.slug, nth))

  const phone = await newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const photo = await makeFile(folder, 'yard.jpg', 9_000_000)
  await phone.goto(`/r/${request.slug}?lang=zh`)
  const field = phone.locator('input[type=file]').first()
  const told = phone.getByRole('alert').filter({ hasText: '当前发送的人太多' })
  await field.setInputFiles(photo)
  await phone.getByRole('button', { name: '发送', exact: true }).click()
  await expect(told).toBeVisible()
  expect(new URL(phone.url()).pathname).toBe(`/r/${request.slug}`)

  for (const socket of slow) socket.destroy()
  await expect(async () => {
    await field.setInputFiles(photo)
    await phone.getByRole('button', { name: '发送', exact: true }).click()
    await expect(phone).toHaveURL(/received=/)
  }).toPass()
  await expect(phone.getByText('1 个文件已送达 Mei Chen')).toBeVisible()
})
