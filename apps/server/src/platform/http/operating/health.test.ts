import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestApp } from '#test/app/test-app'
import { twoStores } from '#test/storage/two-stores'

test('one of several stores that is away degrades health, and only all of them fail it', async () => {
  const app = await makeTestApp({ env: twoStores })
  try {
    const read = () => app.call('readHealth')
    expect(await read()).toMatchObject({ status: 200, body: { status: 'ok', storesAway: [] } })
    const frankfurt = join(app.config.dataDir, 'stores/disk-frankfurt')
    await rename(frankfurt, `${frankfurt}.away`)
    await expect.poll(read).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        storesAway: ['disk-frankfurt'],
        checks: { store: { ok: false }, disk: { ok: true } },
      },
    })
    const stranger = await app.call('readHealth', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect([stranger.status, stranger.body]).toEqual([200, { status: 'degraded' }])
    const blobs = join(app.config.dataDir, 'blobs')
    await rename(blobs, `${blobs}.away`)
    await expect
      .poll(read)
      .toMatchObject({ status: 503, body: { status: 'failing', storesAway: ['disk', 'disk-frankfurt'] } })
    await rename(`${frankfurt}.away`, frankfurt)
    await rename(`${blobs}.away`, blobs)
    await expect.poll(read).toMatchObject({ status: 200, body: { status: 'ok' } })
  } finally {
    await app.close()
  }
})
