import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { previewOf } from '#test/pages/preview-of'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { ASHA, answer, askFor, change, expectSound, type Link, linkOf, open } from '#test/requests/calls'

const CHROME = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active', fullName: 'Mei Chen', company: 'Harbour' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const asha = { email: ASHA, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' }
const items = [
  { name: 'Invoice', hint: 'The signed one </script><b>', types: ['pdf'], maxFiles: 2, maxBytes: 5_000_000 },
  { name: 'Photos', isRequired: false },
]
const pathOf = ({ slug, user }: Link) => `/r/${slug}${user === undefined ? '' : `/${user}`}`

const look = (who: Person, path: string, method = 'GET') =>
  who.fetch(path, { method, headers: { accept: 'text/html', 'user-agent': CHROME } })

/** What a browser without scripts sends from the page at `path`. */
function post(who: Person, path: string, action: string, body: FormData | URLSearchParams, accept = 'text/html') {
  const headers = { accept, referer: `${app.origin}${path}`, 'user-agent': CHROME }
  return who.fetch(action, { method: 'POST', headers, body, redirect: 'manual' })
}

async function formOf(item: string, files: Array<[string, string]>, fields: Record<string, string>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, text] of files) form.append(item, new Blob([text]), name)
  return form
}

const stateOf = (html: string) =>
  JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
/** The page without what is new in every answer. */
const steady = (html: string) => html.replaceAll(/nonce="[^"]+"/g, '')

describe('the page of a request', () => {
  test('says who asks, for what and until when, as a form that works without scripts', async () => {
    const deadline = { at: '2030-03-28T18:00', zone: 'Asia/Shanghai', rule: 'fixed' }
    const request = await askFor(owner, { items, suppliers: [asha], deadline, message: 'By Friday, please.' })
    const link = await linkOf(owner, request, ASHA)
    const response = await look(makePerson(app), pathOf(link))
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    expect(html).toContain('<title>File Requests · Waybill</title>')
    expect(html).toContain('Mei Chen, Harbour asks you for files')
    expect(html).toContain('Due 28 Mar 2030, 10:00 UTC')
    expect(html).toContain('28 Mar 2030, 18:00 in Shanghai')
    expect(html).toContain('PDF · up to 2 files · up to 5 MB each')
    expect(html).toContain('The signed one &lt;/script&gt;&lt;b&gt;')
    expect(html).toMatch(/<form[^>]*action="\/r\/\w{7}\/files"[^>]*enctype="multipart\/form-data"/i)
    expect(html).toContain(`name="user" value="${link.user}"`)
    expect(html).toContain('accept=".pdf,application/pdf"')
    expect(html).not.toMatch(/<[^>]+\sstyle=/)
    expect(html).not.toMatch(/<b>/)
    const preview = previewOf(html)
    expect(preview['og:title']).toBe('Mei Chen, Harbour asks you for files')
    expect(preview['og:description']).toBe('You can send the files from this page, without an account.')
    const chinese = await (await look(makePerson(app), `${pathOf(link)}?lang=zh`)).text()
    expect(chinese).toContain('<title>文件请求 · Waybill</title>')
    expect(chinese).toContain('Mei Chen · Harbour 请您发送文件')
  })

  test('changes nothing when it is read, however often and by any client', async () => {
    const request = await askFor(owner, { items, suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const rows = () =>
      app.ctx.db.transaction().execute(async (tx) => {
        const suppliers = await tx
          .selectFrom('request_suppliers')
          .selectAll()
          .where('request_id', '=', request._id)
          .execute()
        const devices = await tx.selectFrom('devices').select('id').execute()
        const grants = await tx.selectFrom('library_grants').selectAll().execute()
        return JSON.stringify([suppliers, devices.length, grants.length])
      })
    const before = await rows()
    const html = []
    for (const path of [pathOf(link), pathOf({ slug: link.slug }), `${pathOf(link)}?received=1&problem=item-full`]) {
      html.push(steady(await (await look(makePerson(app), path)).text()))
      expect(steady(await (await look(makePerson(app), path)).text())).toBe(html.at(-1))
      expect((await look(makePerson(app), path, 'HEAD')).status).toBe(200)
    }
    expect(await rows()).toBe(before)
  })

  test('is the same page for unknown requests, those only for invited suppliers, and removed ones', async () => {
    const request = await askFor(owner, { suppliers: [asha], isOpenLink: false })
    const unknown = await look(makePerson(app), '/r/AAAAAAA')
    const text = steady(await unknown.text())
    expect(unknown.status).toBe(404)
    expect(text).toContain('There is nothing at this link')
    const link = await linkOf(owner, request, ASHA)
    await owner.call('deleteRequests', { body: { ids: [request._id] } })
    for (const path of [`/r/${request.slug}`, `/r/${request.slug}/${'A'.repeat(22)}`, pathOf(link)]) {
      const response = await look(makePerson(app), path)
      expect([path, response.status, steady(await response.text())]).toEqual([path, 404, text])
    }
  })

  test.each([
    [{ isPaused: true }, 403, 'accepts no files right now'],
    [{ isClosed: true }, 410, 'has closed this request'],
  ])('says when it accepts nothing (%j), and keeps its receipts', async (body, status, said) => {
    const request = await askFor(owner, { suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const files = [{ path: 'a.txt', content: Buffer.from('hello') }]
    const sent = await answer(makePerson(app), link, { item: request.items[0]?._id ?? '', files })
    await change(owner, request._id, body)
    const response = await look(makePerson(app), pathOf(link))
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(html).toContain(said)
    expect(html).not.toContain('type="file"')
    const receipt = await look(makePerson(app), `${pathOf(link)}?received=${sent._id}`)
    expect(receipt.status).toBe(200)
    expect(await receipt.text()).toContain('1 file arrived at Mei Chen, Harbour')
  })

  test('shows a receipt only to its sender', async () => {
    const request = await askFor(owner, {})
    const supplier = makePerson(app)
    const files = [{ path: 'ledger.txt', content: Buffer.from('hello') }]
    const sent = await answer(supplier, { slug: request.slug }, { item: request.items[0]?._id ?? '', files })
    const path = `/r/${request.slug}?received=${sent._id}`
    expect(await (await look(supplier, path)).text()).toContain('ledger.txt')
    const stranger = await (await look(makePerson(app), path)).text()
    expect(stranger).toContain('You can see that receipt only where you sent the files from')
    expect(stranger).not.toContain('ledger.txt')
    expect(stateOf(stranger).page.request.sent).toEqual([])
  })
})

describe('without scripts', () => {
  test('sends files and shows the receipt at the address they redirect to, in the language of the page', async () => {
    const request = await askFor(owner, { items: [{ name: 'Photos', maxFiles: 3 }], suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const item = request.items[0]?._id ?? ''
    const supplier = makePerson(app)
    const form = await formOf(item, [['a.txt', 'one']], { user: link.user ?? '', note: 'The first' })
    const sent = await post(supplier, `${pathOf(link)}?lang=zh`, `/r/${link.slug}/files`, form)
    expect(sent.status).toBe(303)
    const location = sent.headers.get('location') ?? ''
    expect(location).toMatch(new RegExp(`^/r/${link.slug}/${link.user}\\?received=[\\w-]+&lang=zh$`))
    expect(await (await look(supplier, location)).text()).toContain('1 个文件已送达')
    expect((await open(supplier, link)).sent).toHaveLength(1)
  })

  test.each([
    [
      'a file too many',
      [
        ['a.txt', '1'],
        ['b.txt', '2'],
      ],
      {},
      'item-full',
      'Too many files were chosen for',
    ],
    ['no file', [], {}, 'invalid-input', 'Choose the files again'],
    ['no address', [['a.txt', '1']], { name: '' }, 'identity-required', 'wants to know who you are'],
    ['too much', [['a.txt', 'x'.repeat(10_000_001)]], {}, 'body-too-large', 'too much at once for a page without'],
  ] as const)('redirects %s back to the page, which says why', async (_what, files, more, code, said) => {
    const request = await askFor(owner, { identity: 'required', items: [{ name: 'One', maxFiles: 1 }] })
    const [path, action] = [`/r/${request.slug}`, `/r/${request.slug}/files`]
    const fields = { user: '', name: 'Li', email: code === 'identity-required' ? '' : 'li@mill.example', ...more }
    const form = () => formOf(request.items[0]?._id ?? '', files as unknown as Array<[string, string]>, fields)
    const refused = await post(makePerson(app), path, action, await form())
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `${path}?problem=${code}`])
    expect(await (await look(makePerson(app), `${path}?problem=${code}`)).text()).toContain(said)
    const program = await post(makePerson(app), path, action, await form(), 'application/json')
    expect([program.status === 303, (await program.json()).code]).toEqual([false, code])
  })

  test('has what was typed again after a refusal, until it is sent, and for nobody else', async () => {
    const asks = [{ name: 'One' }, { name: 'Material', kind: 'short' }, { name: 'Story', kind: 'long' }]
    const request = await askFor(owner, { items: asks, identity: 'required' })
    const [one = '', material = '', story = ''] = request.items.map(({ _id }) => _id)
    const [path, action] = [`/r/${request.slug}`, `/r/${request.slug}/files`]
    const supplier = makePerson(app)
    const fields = {
      user: '',
      name: 'Li <Wei>',
      note: 'On Monday “the rest”',
      [`answer:${material}`]: 'Steel & iron',
      [`answer:${story}`]: 'One line\n'.repeat(80),
    }
    const refused = await post(supplier, path, action, await formOf(one, [], { ...fields, email: '' }))
    expect(refused.headers.get('location')).toBe(`${path}?problem=identity-required`)
    expect(refused.headers.get('set-cookie')).toMatch(/waybill_typed=[^;]+;.*Path=\/;.*HttpOnly/)
    const again = await (await look(supplier, `${path}?problem=identity-required`)).text()
    expect(stateOf(again).page.typed).toMatchObject({ name: 'Li <Wei>', answers: { [material]: ['Steel & iron'] } })
    expect(again).toContain('value="Li &lt;Wei&gt;"')
    expect(again).toContain('value="Steel &amp; iron"')
    expect(again).toContain('On Monday “the rest”</textarea>')
    expect(again.match(/One line/g)?.length).toBeGreaterThanOrEqual(80)
    const stranger = await (await look(makePerson(app), `${path}?problem=identity-required`)).text()
    expect(stateOf(stranger).page.typed).toBeNull()
    expect(stateOf(await (await look(supplier, path)).text()).page.typed).toBeNull()
    const sent = await post(supplier, path, action, await formOf(one, [], { ...fields, email: 'li@mill.example' }))
    expect(sent.headers.get('location')).toMatch(/received=/)
    expect(sent.headers.get('set-cookie')).toMatch(/waybill_typed=;/)
  })

  test('leaves the longest answers out of what it keeps, so that the cookie fits', async () => {
    const asks = [
      { name: 'Short', kind: 'short' },
      { name: 'Long', kind: 'long' },
    ]
    const request = await askFor(owner, { items: asks, suppliers: [asha], identity: 'required' })
    const [short = '', long = ''] = request.items.map(({ _id }) => _id)
    const noise = Array.from({ length: 4_900 }, (_, nth) => String.fromCodePoint(0x4e00 + ((nth * 7_919) % 20_000)))
    const fields = { user: '', name: 'Li', [`answer:${short}`]: 'Kept', [`answer:${long}`]: noise.join('') }
    const path = `/r/${request.slug}`
    const supplier = makePerson(app)
    const refused = await post(supplier, path, `${path}/files`, await formOf(short, [], { ...fields, email: '' }))
    // nginx refuses an answer with more than 4 kB of headers.
    const headers = [...refused.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    expect(headers).toBeLessThan(3_900)
    const again = await (await look(supplier, `${path}?problem=identity-required`)).text()
    expect(stateOf(again).page.typed).toMatchObject({ name: 'Li', answers: { [short]: ['Kept'] } })
    expect(stateOf(again).page.typed.answers).not.toHaveProperty(long)
    // Neither more fields than any form has, nor another link's page on the same computer.
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`answer:${nth}`, `${nth}`.repeat(40)]))
    await post(supplier, path, `${path}/files`, await formOf(short, [], { ...many, user: '', name: 'Wei', email: '' }))
    const page = stateOf(await (await look(supplier, `${path}?problem=identity-required`)).text())
    expect([page.page.typed.name, Object.keys(page.page.typed.answers).length]).toEqual(['Wei', 50])
    const ofAsha = pathOf(await linkOf(owner, request, ASHA))
    const other = await (await look(supplier, `${ofAsha}?problem=identity-required`)).text()
    expect(stateOf(other).page.typed).toBeNull()
  })

  test('opens with a password, reports a wrong one, and redirects to an example', async () => {
    const request = await askFor(owner, { password: 'open sesame 12' })
    const path = `/r/${request.slug}`
    const supplier = makePerson(app)
    const locked = await look(supplier, path)
    const html = await locked.text()
    expect(locked.status).toBe(403)
    expect(html).toContain('This request is locked')
    expect(html).not.toContain(owner.address)
    const unlock = (password: string) =>
      post(supplier, path, '/unlockRequest', new URLSearchParams({ slug: request.slug, user: '', password }))
    expect((await unlock('wrong')).headers.get('location')).toBe(`${path}?problem=link-password-wrong`)
    expect(await (await look(supplier, `${path}?problem=link-password-wrong`)).text()).toContain(
      'That password is wrong.',
    )
    expect((await unlock('open sesame 12')).headers.get('location')).toBe(path)
    expect(await (await look(supplier, path)).text()).toContain('asks you for files')
    const body = new URLSearchParams({ slug: request.slug, user: '', item: request.items[0]?._id ?? '' })
    const none = await post(supplier, path, '/itemExample', body)
    expect(none.headers.get('location')).toBe(`${path}?problem=file-not-found`)
  })

  test('gives an example through its button, and creates no link to it when the page is read', async () => {
    const first = await askFor(owner, {})
    const content = Buffer.from('what it should look like')
    const submission = { item: first.items[0]?._id ?? '', files: [{ path: 'example.txt', content }] }
    const { files } = await answer(makePerson(app), { slug: first.slug }, submission)
    const request = await askFor(owner, { items: [{ name: 'Ledger', exampleFile: files[0]?._id }] })
    const path = `/r/${request.slug}`
    const supplier = makePerson(app)
    expect(await (await look(supplier, path)).text()).toContain('example.txt, 24 B')
    const body = new URLSearchParams({ slug: request.slug, user: '', item: request.items[0]?._id ?? '' })
    const led = await post(supplier, path, '/itemExample', body)
    expect(led.status).toBe(303)
    const fetched = await supplier.fetch(led.headers.get('location') ?? '')
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(content)
  })

  test('never redirects a form to a page of another site', async () => {
    const request = await askFor(owner, { password: 'open sesame 12' })
    const body = new URLSearchParams({ slug: request.slug, user: '', password: 'wrong' })
    const headers = { accept: 'text/html', referer: 'https://evil.example/r/AAAAAAA?lang=zh' }
    const refused = await makePerson(app).fetch('/unlockRequest', {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    expect(refused.headers.get('location')).toMatch(new RegExp(`^/r/${request.slug}\\?problem=`))
  })
})
