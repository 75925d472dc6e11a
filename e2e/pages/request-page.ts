/** Sentences about requests: making them by the account's calls, and what a supplier does on the request page. */
import { expect, type Page } from '@playwright/test'
import type { BodyOf, Endpoints } from '@waybill/contract'
import { newAddress } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'
import { callAs, type RequestBody, signUp } from './account-pages.ts'

export interface AskedRequest {
  _id: string
  slug: string
  items: Array<{ _id: string; name: string }>
}

interface AskedSupplier {
  _id: string
  email: string | null
  link: string | null
}

/** A new account that makes requests; its page stays signed in. */
export async function makeRequester(page: Page, waybill: WaybillServer): Promise<string> {
  const email = newAddress('mei')
  await signUp(page, waybill, { email, name: 'Mei Chen' })
  return email
}

export async function ask(requester: Page, body: Partial<RequestBody>): Promise<AskedRequest> {
  return (await callAs(requester, 'createRequest', { body: { title: 'Papers for order 7731', ...body } })).request
}

export async function change(
  requester: Page,
  { _id }: AskedRequest,
  body: BodyOf<Endpoints['editRequest']>,
): Promise<void> {
  await callAs(requester, 'editRequest', { params: { request: _id }, body })
}

export async function askedSuppliers(requester: Page, { _id }: AskedRequest): Promise<AskedSupplier[]> {
  return (await callAs(requester, 'listRequestSuppliers', { params: { request: _id } })).suppliers
}

/** The path of the link in a supplier's mail. */
export async function ownLink(requester: Page, request: AskedRequest, email: string): Promise<string> {
  const supplier = (await askedSuppliers(requester, request)).find((one) => one.email === email)
  if (!supplier?.link) throw new Error(`${email} has no link`)
  return supplier.link
}

/** Returns or accepts what a supplier submitted for the item of this name. */
export async function judge(
  requester: Page,
  request: AskedRequest,
  { email, item, ...verdict }: { email: string; item: string; verdict: 'accept' | 'send-back'; note?: string },
): Promise<void> {
  const supplier = (await askedSuppliers(requester, request)).find((one) => one.email === email)
  const named = request.items.find(({ name }) => name === item)
  const params = { request: request._id, supplier: supplier?._id ?? '', item: named?._id ?? '' }
  await callAs(requester, 'judgeItem', { params, body: verdict })
}

/** The owner key of a supplier's uploads, as the server stores it. */
export async function supplierKey(requester: Page, request: AskedRequest): Promise<string> {
  const [supplier] = await askedSuppliers(requester, request)
  return `supplier ${supplier?._id}`
}

/** The row of the checklist for this item. */
export const itemNamed = (page: Page, name: string) =>
  page.locator('.item').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Adds files to an item, as its picker does. */
export async function choose(page: Page, item: string, files: string[]): Promise<void> {
  await expect(page.locator('html[data-live]')).toHaveCount(1)
  await itemNamed(page, item).locator('.item-pick input').first().setInputFiles(files)
}

export const sendButton = (page: Page) => page.locator('button.take-all[type=submit]')

/** By key: a press of the pointer is lost where a late part of the page moves the button between its two halves. */
export async function pressSend(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeEnabled()
  await sendButton(page).press('Enter')
}

/** Waits for the receipt, and returns its address. */
export async function receiptAt(page: Page, heading: RegExp | string): Promise<string> {
  await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 90_000 })
  await expect(page).toHaveURL(/received=/)
  return page.url()
}
