import { codeIn, expect, newAddress, test } from '../fixtures/journey.ts'
import { callAs, makeAccount, PASSWORD, signIn } from '../pages/account-pages.ts'

test('An owner restores a changed email address without scripts and sets a new password', async ({
  page,
  waybill,
  newVisitor,
}) => {
  const [ada, thief] = [newAddress('ada'), newAddress('thief')]
  await makeAccount(page, waybill, { email: ada, language: 'en' })
  await page.goto('/dash/account/security')
  await callAs(page, 'requestSenderCode', { body: { email: thief } })
  const [proof] = await waybill.mailsTo(thief)
  await callAs(page, 'confirmSenderCode', { body: { email: thief, verifyId: proof ? codeIn(proof) : '' } })
  await callAs(page, 'changeEmail', { body: { email: thief, password: PASSWORD } })

  const told = async () => (await waybill.allMails()).find(({ to, text }) => to === ada && /\/take-back\//.test(text))
  await expect.poll(told).toBeTruthy()
  const link = /http\S+\/take-back\/\S+/.exec((await told())?.text ?? '')?.[0] ?? ''
  const plain = await newVisitor({ javaScriptEnabled: false })
  await plain.goto(link)
  await expect(plain.getByRole('heading', { name: 'Undo the change?' })).toBeVisible()
  await expect(plain.getByText(ada)).toBeVisible()
  await plain.getByRole('button', { name: 'Undo the change' }).click()
  await expect(plain.getByRole('heading', { name: 'The change was undone' })).toBeVisible()

  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  const reset = async () => (await waybill.allMails()).find(({ to, text }) => to === ada && /updatepassword/.test(text))
  await expect.poll(reset).toBeTruthy()
  const owner = await newVisitor()
  await owner.goto(/http\S+\/updatepassword\S+/.exec((await reset())?.text ?? '')?.[0] ?? '')
  await owner.getByLabel('New password', { exact: true }).fill('gantry-copper-14')
  await owner.getByRole('button', { name: 'Save password' }).click()
  await expect(owner.getByText('Password changed')).toBeVisible()
  await owner.goto('/login')
  await signIn(owner, ada, 'gantry-copper-14')
  await expect(owner).toHaveURL(/\/dash/)
})
