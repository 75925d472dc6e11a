import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { requireKnownStores } from './require-known-stores.ts'

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
})
afterAll(() => close())

const known = (...ids: string[]) => requireKnownStores({ db: ctx.db, stores: { ids } as never })

test('refuses to start without a store that has files, and names it', async () => {
  await known('disk')
  const { uploadId } = await insertTransfer(ctx)
  const blob = { id: 'blob', upload_id: uploadId, position: 1, key: 'key', bytes: 1_000, part_bytes: 1_000 }
  await ctx.db
    .insertInto('blobs')
    .values({ ...blob, store: 'frankfurt', wrapped_key: Buffer.alloc(0), multipart_id: '' })
    .execute()
  await expect(known('disk', 's3')).rejects.toThrow("Files lie in the store 'frankfurt', which is not configured.")
  await known('disk', 'frankfurt')
  await ctx.db.updateTable('blobs').set({ removed_at: new Date() }).execute()
  await known('disk')
})
