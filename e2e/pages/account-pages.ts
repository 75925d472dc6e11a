/** Sentences about accounts: signing up and signing in, as a person does. */
import { expect, type Page } from '@playwright/test'
import type { BodyOf, Endpoints, QueryOf, ReplyOf } from '@waybill/contract'
import { pathOf, type RouteName, routeOf } from '@waybill/contract/core/routes'
import type { TransferRecord } from '@waybill/contract/transfers/list-endpoints'
import { codeIn, mailedCode } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

/** Not a common password, and long enough. */
export const PASSWORD = 'copper-gantry-41'

export interface Newcomer {
  email: string
  password?: string
  name?: string
}

/** Fills step 1 of signing up on the current page, and continues. */
export async function fillSignUp(page: Page, { email, password = PASSWORD, name = '' }: Newcomer): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (name !== '') await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Types the newest code mailed to `email`; a newer mail may be about something else. */
export async function verifySignUp(page: Page, waybill: WaybillServer, email: string): Promise<void> {
  await expect(page.getByText(`We sent a 5-character code to ${email}.`)).toBeVisible()
  const newest = async () => (await waybill.allMails()).find((mail) => mail.to === email && codeIn(mail) !== '')
  await expect.poll(async () => codeIn(await newest()), { timeout: 30_000 }).not.toBe('')
  await page.getByLabel('Code').fill(codeIn(await newest()))
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** From the sign-up page to the dashboard of a new account, by hand. */
export async function signUpInBrowser(page: Page, waybill: WaybillServer, newcomer: Newcomer): Promise<void> {
  await page.goto('/register')
  await fillSignUp(page, newcomer)
  await verifySignUp(page, waybill, newcomer.email)
  await expect(page).toHaveURL(/\/dash/)
}

/**
 * To a page of a new account made by calls, with the language and the time zone of the page's browser: the dashboard's
 * first, or the one at `path`; null opens none, for somebody who opens a page later. Each page costs a second of the
 * processor, so nobody opens one to leave it at once.
 */
export async function signUp(
  page: Page,
  waybill: WaybillServer,
  newcomer: Newcomer,
  path: string | null = '/dash',
): Promise<void> {
  await page.goto('/robots.txt')
  const { spoken, timeZone } = await page.evaluate(() => ({
    spoken: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))
  await makeAccount(page, waybill, { ...newcomer, language: spoken.startsWith('zh') ? 'zh' : 'en', timeZone })
  if (path !== null) await page.goto(path)
  if (path === '/dash') await expect(sendFilesButton(page)).toBeVisible()
}

/** Makes an account by calls alone; the page's browser is signed in to it. */
export async function makeAccount(
  page: Page,
  waybill: WaybillServer,
  { email, password = PASSWORD, name = '', language, timeZone }: Newcomer & { language: string; timeZone?: string },
): Promise<void> {
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(path, { data, headers: { origin: waybill.origin } })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer
  }
  const code = await mailedCode(
    waybill,
    email,
    async () => void (await post('/newsignupverify', { email, lang: language })),
  )
  await post('/newsignupverify', { email, verifyComplete: code })
  const made = await post('/signup2', { email, password, fullName: name, lang: language, timeZone })
  const { refreshToken } = await made.json()
  // This entry tells the dashboard that somebody is signed in.
  if (new URL(page.url()).pathname !== '/robots.txt') await page.goto('/robots.txt')
  await page.evaluate((session) => localStorage.setItem('waybill-session', session), refreshToken as string)
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The dashboard's button that opens the send form; an empty list has it too. */
export const sendFilesButton = (page: Page) => page.getByRole('button', { name: /^(Send files|发送文件)$/ }).first()

/** Opens the send form from any page of the dashboard. */
export async function openSendForm(page: Page): Promise<void> {
  await sendFilesButton(page).click()
  await expect(page.getByRole('button', { name: /^(Add files|添加文件)$/ })).toBeVisible()
}

/** What the browser stores under one of our keys. */
export const kept = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), `waybill-${name}`)

/** A fresh access token of the page's account, which the page need not show. */
export async function accessTokenOf(page: Page): Promise<string> {
  const headers = { origin: new URL(page.url()).origin }
  return (await (await page.request.get('/refreshToken', { headers })).json()).accessToken
}

/** What the account's form of a request sends. */
export type RequestBody = BodyOf<Endpoints['createRequest']>

interface CallOf<Name extends RouteName> {
  params?: Record<string, string>
  query?: QueryOf<Endpoints[Name]>
  body?: BodyOf<Endpoints[Name]>
}

/** Makes one call of the contract outside the page, as the account of the page's cookie. */
export async function callAs<Name extends RouteName>(
  page: Page,
  name: Name,
  { params, query, body }: CallOf<Name> = {},
): Promise<ReplyOf<Endpoints[Name]>> {
  const accessToken = await accessTokenOf(page)
  const search = query === undefined ? '' : `?${new URLSearchParams(query as Record<string, string>)}`
  const path = pathOf(name, params) + search
  const answer = await page.request.fetch(path, {
    method: routeOf(name).method,
    headers: { origin: new URL(page.url()).origin, authorization: `Bearer ${accessToken}` },
    ...(body === undefined ? {} : { data: body }),
  })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<Endpoints[Name]>
}

/** The record of a transfer of the account that the page is signed in to. */
export async function recordOf(page: Page, slug: string): Promise<TransferRecord> {
  const { allDocs } = await callAs(page, 'listTransfers', { query: { slug } })
  return allDocs[0] as TransferRecord
}
