import { limitSpeed, shot } from '../fixtures/browser-actions.ts'
import {
  codeIn,
  downloadAll,
  expect,
  fillSendForm,
  linkFor,
  makeFile,
  newAddress,
  sendAndVerify,
  sendInBrowser,
  sha256,
  test,
} from '../fixtures/journey.ts'
import { bytesSentAgain, recordParts } from '../fixtures/sent-parts.ts'
import {
  fillSignUp,
  kept,
  openSendForm,
  PASSWORD,
  sendFilesButton,
  signUpInBrowser,
  verifySignUp,
} from '../pages/account-pages.ts'

test('A newcomer signs up and sends a first link', async ({ page, waybill, folder, newVisitor, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ada = newAddress('ada')
  const quote = await makeFile(folder, 'quote.pdf', 40_000)
  await page.goto('/register')
  const dialog = page.getByRole('dialog', { name: 'Create an account' })
  const proceed = dialog.getByRole('button', { name: 'Continue' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(proceed).toBeDisabled()
  await dialog.getByLabel('Email').fill(` ${ada.toUpperCase()} `)
  await dialog.getByLabel('Password', { exact: true }).fill('five5')
  await dialog.getByLabel('Your name').focus()
  await expect(dialog.getByText('Password has to be atleast 6 characters')).toBeVisible()
  await expect(proceed).toBeDisabled()
  await dialog.getByLabel('Password', { exact: true }).fill('letmein123')
  await expect(dialog.getByText('That password is too easy to guess.')).toBeVisible()
  await expect(proceed).toBeDisabled()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Your name').fill('Ada Lovelace')
  await dialog.getByLabel('Company').fill('Analytical Engines')
  await proceed.click()

  await expect(dialog.getByText('By continuing you agree to the terms of service')).toBeVisible()
  await expect(dialog.getByText('Nothing there? Check your spam folder.')).toBeVisible()
  await expect(proceed).toBeDisabled()
  const [mail] = await waybill.mailsTo(ada)
  await dialog.getByLabel('Code').fill(codeIn(mail) === '00000' ? '11111' : '00000')
  await proceed.click()
  await expect(dialog.getByText('Incorrect, check your email and try again.')).toBeVisible()
  await expect(dialog.locator('.code-field[data-shaking], .code-boxes[data-shaking]')).toHaveCount(1)
  await dialog.getByLabel('Code').fill(codeIn(mail).toLowerCase())
  await proceed.click()
  await expect(page).toHaveURL('/dash')
  expect(await kept(page, 'session')).toMatch(/^[\w-]{20}$/)

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /Send a first transfer/,
    /See it opened/,
    /Ask for a first file/,
  ])
  await shot(page, 'first-steps')
  await steps.getByRole('button', { name: 'Start a transfer' }).click()
  await expect(page.getByRole('list', { name: 'Recipients' }).getByText(ada)).toBeVisible()
  await expect(page.getByText(`From ${ada}`)).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles(quote)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('radio', { name: /^Link/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Send 40/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Copy link/ })
    .click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^http:\/\/localhost:\d+\/w\/\w{7}$/)
  await page.getByRole('button', { name: 'Send another' }).click()
  await expect(page.getByText('Expires in 1 week · by email')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(steps.getByRole('listitem').first()).toContainText('Done')
  // The steps go once the server has heard of it: a reload must not bring them back.
  const hide = steps.getByRole('button', { name: 'Hide these steps' })
  const seenBusy = Promise.withResolvers<void>()
  await page.route('**/v1/updateProfile', (route) => seenBusy.promise.then(() => route.continue()))
  // By key: what loads beside it may move the button under a pointer.
  await hide.press('Enter')
  await expect(hide).toHaveAttribute('aria-busy', 'true')
  seenBusy.resolve()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(steps).toBeHidden()

  const reader = await newVisitor()
  await reader.goto(link)
  expect(await sha256(await downloadAll(reader))).toBe(await sha256(quote))
})

test('A newcomer signs up on a phone in Chinese', async ({ waybill, folder, newVisitor }) => {
  const page = await newVisitor({ locale: 'zh-CN', viewport: { width: 360, height: 800 } })
  const chen = newAddress('chen')
  await page.goto('/register')
  await page.getByLabel('邮箱', { exact: true }).fill(chen)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByText(`5 位验证码已发送到 ${chen}。`)).toBeVisible()
  const [mail] = await waybill.mailsTo(chen)
  expect(mail?.subject).toMatch(/\p{Script=Han}/u)
  await page.getByLabel('验证码').fill(codeIn(mail))
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page).toHaveURL('/dash')

  await openSendForm(page)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFile(folder, '报价.pdf', 1_000))
  await page.getByRole('button', { name: '选项' }).click()
  await page.getByRole('radio', { name: /^链接/ }).click()
  await page.getByRole('button', { name: '完成' }).click()
  await page.getByRole('button', { name: /^发送 1/ }).click()
  await expect(page.getByRole('heading', { name: '全部完成' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^复制链接/ })).toContainText(/\/w\/\w{7}/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('Signing up with a registered address leads to the sign-in page', async ({ page, waybill, newVisitor }) => {
  const ada = newAddress('ada')
  await signUpInBrowser(page, waybill, { email: ada })
  const other = await newVisitor()
  await other.goto('/register')
  await fillSignUp(other, { email: ada })
  await expect(other.getByText('This email has been taken')).toBeVisible()
  await other.getByRole('link', { name: 'Sign In' }).click()
  await expect(other.getByLabel('Email', { exact: true })).toHaveValue(ada)
})

test('A verified address needs no second code, and its draft is kept after sign-up', async ({
  page,
  waybill,
  folder,
}) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const files = [await makeFile(folder, 'note.txt', 1_000)]
  await sendInBrowser(page, waybill, { files, recipients: [asha], sender: ada })
  const number = await page.locator('.slip-head .mono').textContent()
  await page.getByRole('link', { name: 'Keep these files' }).click()
  await expect(page.getByText('Keep your files')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada)
  await page.goBack()
  await page.getByRole('button', { name: 'Send another' }).click()
  await fillSendForm(page, { files, recipients: [asha], sender: ada, message: 'And this one.' })

  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await fillSignUp(page, { email: ada })
  await expect(page).toHaveURL('/dash')
  await expect(page.getByRole('region', { name: 'Files to send' }).getByText('note.txt')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('And this one.')
  expect(await kept(page, 'sends')).toBeNull()
  await page.getByRole('button', { name: /^Send 1/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible()

  const slug = /\w{7}$/.exec(number ?? '')?.[0]
  await expect
    .poll(() => waybill.query('select 1 from transfers where slug = $1 and account_id is not null', [slug]))
    .toHaveLength(1)
})

test('Bytes uploaded before sign-up are not uploaded again', async ({ page, context, waybill, folder }) => {
  const [ada, asha] = [newAddress('ada'), newAddress('asha')]
  const film = await makeFile(folder, 'film.mov', 60_000_000)
  const { begun } = await recordParts(context)
  await page.goto('/')
  const openLine = await limitSpeed(page, 4_000_000)
  await fillSendForm(page, { files: [film], recipients: [asha], sender: ada })
  await sendAndVerify(page, waybill, ada)
  await waybill.keeps(ada, 4_000_000)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('film.mov')).toBeVisible()
  await waybill.waitForParts()
  const parts = await waybill.keptParts(ada)
  const begunBefore = begun.length
  await openLine()

  await page.getByRole('link', { name: 'Pricing' }).first().click()
  await fillSignUp(page, { email: ada })
  await expect(page).toHaveURL('/dash')
  await page.getByRole('button', { name: /^Send 60/ }).click()
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible({ timeout: 60_000 })
  expect(begun.length).toBeGreaterThan(begunBefore)
  expect(bytesSentAgain(begun.slice(begunBefore), parts)).toBe(0)
  await linkFor(waybill, asha)
})

test('A returning sender is greeted after six hours and sees no details of the earlier transfer', async ({
  page,
  waybill,
  folder,
}) => {
  const ada = newAddress('ada')
  const files = [await makeFile(folder, 'secret-plan.pdf', 1_000)]
  await sendInBrowser(page, waybill, { files, recipients: [newAddress('asha')], sender: ada })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('waybill-first-visit', String(Date.now() - 6 * 3_600_000 - 1_000)))
  await page.goto('/')
  await expect(page).toHaveURL(/\/welcomeback\?email=[^&]+&slug=\w{7}$/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('secret-plan.pdf')).toHaveCount(0)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada)
  await page.getByRole('link', { name: 'Continue without an account' }).click()
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  await page.goBack()
  await fillSignUp(page, { email: ada })
  await expect(page).toHaveURL('/dash')
})

test('The home page and the dashboard redirect by sign-in state', async ({ page, waybill }) => {
  await page.goto('/?ref=trial_ending')
  await expect(page).toHaveURL('/login?next=%2Fdash%2Faccount%2Fbilling')
  await page.goto('/dash/transfers')
  await expect(page).toHaveURL('/login?next=%2Fdash%2Ftransfers')
  await page.evaluate(() => localStorage.setItem('waybill-session', 'of-nobody'))
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  expect(await kept(page, 'session')).toBeNull()

  await signUpInBrowser(page, waybill, { email: newAddress('ada') })
  await page.goto('/')
  await expect(page).toHaveURL('/dash')
  await page.reload()
  await expect(sendFilesButton(page)).toBeVisible()
  await page.goto('/?ref=trial_ending')
  await expect(page).toHaveURL('/dash/account/billing')
})

test('The sign-up keeps its referrer over a reload, and the prices lead to it', async ({ page, waybill }) => {
  await page.goto('/signup?sender=Chen+Wei&plan=free')
  await expect(page.getByRole('heading', { name: 'Chen Wei uses Waybill' })).toBeVisible()
  await expect(page.getByText('You can too!')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Chen Wei uses Waybill' })).toBeVisible()

  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Try free for a week' })).toBeVisible()
  await expect(page.getByText('Get sending quickly')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Yearly saves up to 34 %' })).toBeChecked()
  await expect(page.getByText('US$108 a year, saves US$36')).toBeVisible()
  await page.getByRole('radio', { name: 'Monthly' }).check()
  await expect(page.getByText('US$12', { exact: true })).toBeVisible()
  const ways = page.getByRole('list', { name: 'Plans' }).getByRole('link')
  await expect(ways.filter({ visible: true })).toHaveText([
    'Try free',
    'Try for a week',
    'Try for a week',
    'Try for a week',
  ])
  await page.getByRole('link', { name: 'Try free' }).click()
  await expect(page).toHaveURL('/signup?plan=free')
  await page.getByRole('button', { name: 'Try free' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()

  const ada = newAddress('ada')
  await fillSignUp(page, { email: ada })
  await verifySignUp(page, waybill, ada)
  await expect(page).toHaveURL('/dash')
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: "You're on the Free plan" })).toBeVisible()
  await expect(page.getByText('Upgrade your plan')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0)
})
