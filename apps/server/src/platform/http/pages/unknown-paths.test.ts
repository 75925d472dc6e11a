import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { makePerson } from '#test/people/people'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const ask = (path: string, method = 'GET', accept = 'application/json') =>
  makePerson(app).fetch(path, { method, headers: { accept } })

describe('a path that is nowhere', () => {
  it.each([
    '/nowhere',
    '/dash/nowhere',
    '/dash/account/nowhere',
    '/dash/account/profile/more',
    '/dash/transfers/a/b',
    '/dash//',
  ])('answers %s with the 404 page for readers and a problem for programs', async (path) => {
    const page = await ask(path, 'GET', 'text/html')
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const told = await ask(path)
    expect([told.status, (await told.json()).code]).toEqual([404, 'not-found'])
  })

  it.each(['/', '/dash', '/dash/', '/dash/transfers/AbCdEf1', '/dash/account/security', '/pricing'])(
    'serves %s',
    async (path) => {
      expect((await ask(path, 'GET', 'text/html')).status).toBe(200)
    },
  )
})

describe('a known path with the wrong method', () => {
  it.each([
    ['/quicksend2', 'GET', 'POST'],
    ['/getQs', 'DELETE', 'GET'],
    ['/transfers/AbCdEf1', 'POST', 'PATCH'],
    ['/webhooks/AbCdEf1', 'PUT', 'DELETE, PATCH'],
    ['/d/AbCdEf1', 'DELETE', 'GET, HEAD, POST'],
    ['/dash', 'PUT', 'GET, HEAD'],
  ])('answers %s with %s by 405 and names %s', async (path, method, allowed) => {
    const answer = await ask(path, method)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed', facts: { allowed: allowed.split(', ') } })
  })

  it('answers readers with 405 too', async () => {
    const answer = await ask('/quicksend2', 'GET', 'text/html')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
