import { expect } from '../fixtures/journey.ts'
import type { WaybillServer } from '../fixtures/waybill-server.ts'

/** The link of the newest invitation in the mails to the address. */
export async function inviteLink(waybill: WaybillServer, address: string): Promise<string> {
  const link = async () =>
    (await waybill.allMails())
      .filter(({ to }) => to === address)
      .flatMap(({ text }) => /\/invite\/[\w-]{22}/.exec(text)?.[0] ?? [])[0] ?? ''
  await expect.poll(link, { timeout: 30_000 }).not.toBe('')
  return link()
}
