import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { answer, askFor, expectSound, linkOf } from '#test/requests/calls'
import { listTransferFiles } from '../../transfers/index.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

interface Item {
  newPath: string
  fileName: string
}

/** The file names that recipients see. */
async function sendOn(forwarded: readonly Item[]): Promise<string[]> {
  const draft = { ...owner.draft({ files: [] }), forwarded }
  const { plan } = (await owner.call('planTransfer', { body: draft })).body
  const saved = await owner.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300)
  const files = await listTransferFiles(app.ctx.db, saved.body.data.ops[0]._id)
  return files.map(({ path }) => path)
}

test('hides who sent a file to a request from those it is forwarded to', async () => {
  const suppliers = [{ email: 'asha@rao-forge.example' }, { email: 'li@mill.example', company: 'A/B Mill' }]
  const request = await askFor(owner, { title: 'Order 7731', suppliers, items: [{ name: 'Papers' }] })
  const item = request.items[0]?._id ?? ''
  const ids: string[] = []
  for (const { email } of suppliers) {
    const link = await linkOf(owner, request, email)
    const sent = await answer(makePerson(app), link, { item, files: [{ path: 'scan.pdf', content: noise(9) }] })
    ids.push(sent.files[0]?._id ?? '')
  }
  const { files } = (await owner.call('listLibrary')).body as {
    files: Array<{ _id: string; folder: string; fileName: string; pathForOthers: string }>
  }
  expect(files.map(({ folder, pathForOthers }) => [folder, pathForOthers])).toEqual([
    ['Order 7731/A/B Mill', 'Order 7731/scan.pdf'],
    ['Order 7731/asha', 'Order 7731/scan.pdf'],
  ])
  const told = ['Order 7731/scan.pdf', 'Order 7731/scan (2).pdf']
  expect(await sendOn(ids.map((newPath) => ({ newPath, fileName: '' })))).toEqual(told)
  const asInLibrary = files.map(({ _id, folder, fileName }) => ({ newPath: _id, fileName: `${folder}/${fileName}` }))
  expect(await sendOn(asInLibrary)).toEqual(told)
  expect(await sendOn([{ newPath: ids[0] ?? '', fileName: 'Asha/mine.pdf' }])).toEqual(['Asha/mine.pdf'])
})
