/** Tokens and signatures that expire during an upload. */
import { describe, expect, test } from 'vitest'
import { startUpload, type UploadApi } from '../src/index.ts'
import { expectArrived, KIB, MIB, refused, roughen, send, serve, several } from './harness.ts'
import { file, hurried, until } from './sources.ts'

/** Waits take the shortest random time. */
const eager = () => hurried(20, { random: () => 0 })

describe('credentials', () => {
  test('that expire are fetched again, once for all parts', async () => {
    const server = await serve()
    const files = [file('large', 8 * MIB)]
    const upload = await send(server, files, { environment: hurried(1) })
    await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 1 * MIB)
    server.token = 'token-2'
    await upload.finished
    expectArrived(server, files)
    expect(server.calls).toEqual(['renew'])
  })

  test('that are new start the count again', async () => {
    const server = await serve()
    const files = [file('large', 2 * MIB)]
    const refusals: number[] = []
    server.fault = () => {
      if (server.token === 'token-2') return undefined
      if (upload.state().tries < 12) return { status: 503 }
      refusals.push(upload.state().tries)
      return 'upload-token-wrong'
    }
    const api = server.api()
    const renew = () => {
      server.token = 'token-2'
      return api.renew()
    }
    const upload = await send(server, files, { api: { ...api, renew }, environment: eager() })
    const renewed = until(upload, ({ tries }) => refusals.length > 0 && tries === 0)
    await upload.finished
    await renewed
    expect(refusals[0]).toBe(12)
    expectArrived(server, files)
  })

  test('that cannot be renewed end the upload', async () => {
    const server = await serve()
    server.fault = () => 'upload-token-wrong'
    const refuse = Object.assign(new Error('no'), { code: 'upload-token-wrong' })
    const api: UploadApi = { ...server.api(), renew: () => Promise.reject(refuse) }
    const upload = await send(server, several(), { api })
    await expect(upload.finished).rejects.toMatchObject({ code: 'upload-token-wrong' })
  })

  test('that never work end the upload too', async () => {
    const server = await serve()
    server.fault = () => 'upload-token-wrong'
    const upload = await send(server, several(), { environment: eager() })
    await expect(upload.finished).rejects.toMatchObject({ code: 'upload-token-wrong', location: { tries: 15 } })
  })

  test('a failed call for them is repeated', async () => {
    const server = await serve()
    const files = several()
    const api = server.api()
    let failures = 2
    const renew = () => (failures-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : api.renew())
    const plan = await server.plan(files)
    server.token = 'token-2'
    await startUpload({ plan, files, api: { ...api, renew }, environment: hurried() }).finished
    expectArrived(server, files)
    expect(failures).toBe(-1)
  })
})

describe('a store with signed URLs', () => {
  const presigned = { presigned: true, partBytes: 512 * KIB }

  test('takes parts of its grid, with their checksums, signed ahead in batches', async () => {
    const server = await serve(presigned)
    const files = several()
    await (await send(server, files, { environment: hurried(1) })).finished
    expectArrived(server, files)
    expect(refused(server.puts)).toEqual([])
    const signed = server.calls.filter((call) => call === 'signParts').length
    expect(signed).toBeLessThan(server.puts.length)
    expect(server.memberCrcs.get('blob-1')).toHaveLength(3)
  })

  test('expired signatures are made again', async () => {
    const server = await serve(presigned)
    const files = [file('large', 10 * MIB)]
    const upload = await send(server, files)
    await until(upload, ({ bytesAcknowledged }) => bytesAcknowledged > 1 * MIB)
    server.signature = 'signature-2'
    await upload.finished
    expectArrived(server, files)
  })

  test('a store that is slow, broken and back again gets everything', async () => {
    const server = await serve(presigned)
    const proxy = await roughen(server)
    proxy.fate = (nth) => (nth % 2 === 0 ? { cutAfter: 700_000 } : {})
    let puts = 0
    server.fault = () => (puts++ % 5 === 4 ? { status: 503, body: '<Error><Code>SlowDown</Code></Error>' } : undefined)
    const files = several()
    await (await send(server, files)).finished
    expectArrived(server, files)
  })

  test('failed signing is repeated', async () => {
    const server = await serve(presigned)
    const api = server.api()
    let failures = 3
    const signParts: UploadApi['signParts'] = (body) =>
      failures-- > 0 ? Promise.reject(Object.assign(new Error(''), { code: 'store-unavailable' })) : api.signParts(body)
    const files = several()
    await (await send(server, files, { api: { ...api, signParts } })).finished
    expectArrived(server, files)
  })
})
