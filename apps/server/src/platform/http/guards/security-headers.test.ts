import { expect, test } from 'vitest'
import { assetPolicy } from './security-headers.ts'

const own = expect.stringContaining("script-src 'self' 'wasm-unsafe-eval'")

test.each([
  ['/srv/web/dist/client/assets/argon2-worker-AbC_1-23.js', own],
  ['/srv/web/dist/client/assets/argon2-worker-AbC_1-23.js.br', own],
  ['C:\\waybill\\assets\\argon2-worker-AbC_1-23.js.gz', own],
  ['/srv/web/dist/client/assets/checksum-worker-DerVIT36.js', null],
  ['/srv/web/dist/client/assets/not-argon2-worker-AbC.js', null],
  ['/srv/web/dist/client/assets/argon2-worker-AbC.js.map', null],
])('decides whether %s may create WebAssembly: %s', (path, policy) => {
  expect(assetPolicy(path)).toEqual(policy)
})

test('forbids WebAssembly on every page', async () => {
  const { pagePolicy } = await import('./security-headers.ts')
  const config = { stores: [{ storage: { kind: 'disk' } }] } as unknown as Parameters<typeof pagePolicy>[0]
  const origins = { allUploadOrigins: () => [] as string[], contentUrl: null } as unknown as Parameters<
    typeof pagePolicy
  >[1]
  expect(pagePolicy(config, origins, 'n')).not.toContain('wasm')
})
