/** Sentences about sealed requests: a key as the requester's browser makes it, and what came opened with it, by Node alone. */
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Sealing } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { makeSealing, openSealed, unwrapKeys } from '@waybill/sealing'
import { deriveHere } from '@waybill/sealing/derive-here'
import { callAs } from './account-journey.ts'
import { type AskedRequest, ask, ownLink, sendButton, supplierKey } from './asked-journey.ts'
import { slowLine } from './browser-hands.ts'
import { newAddress } from './journey.ts'
import type { WaybillServer } from './waybill-server.ts'

const PASSPHRASE = 'copper gantry at low tide'

export interface SealedAsk {
  request: AskedRequest
  sealing: Sealing
  /** The path of the one supplier's own link. */
  link: string
  /** Whose uploads theirs are, as the server keeps them. */
  key: string
}

export const makeKey = (): Promise<Sealing> => makeSealing(PASSPHRASE, deriveHere)

/** Asks one supplier for sealed files. */
export async function askSealed(requester: Page, items: ReadonlyArray<Record<string, unknown>>): Promise<SealedAsk> {
  const [sealing, email] = [await makeKey(), newAddress('asha')]
  const request = await ask(requester, { sealing, items, suppliers: [{ email, name: 'Asha Rao' }] })
  return {
    request,
    sealing,
    link: await ownLink(requester, request, email),
    key: await supplierKey(requester, request),
  }
}

interface Opened {
  item: string
  fileName: string
  /** SHA-256 of the bytes as the server gives them, and as it says itself. */
  stored: string
  storedAsTold: string | null
  claim: string | null
  /** What is inside. */
  content: Buffer
}

/** Everything that came to a request, fetched as its requester fetches it and opened with the passphrase. */
export async function openAll(requester: Page, { request, sealing }: Pick<SealedAsk, 'request' | 'sealing'>) {
  const keys = await unwrapKeys(sealing, PASSPHRASE, deriveHere)
  const { submissions } = await callAs<{ submissions: Submission[] }>(requester, 'GET', `/inbox?request=${request._id}`)
  const opened: Opened[] = []
  for (const { _id, item, fileName, sha256, sealed } of submissions.flatMap(({ files }) => files)) {
    const { links } = await callAs<{ links: Array<{ url: string }> }>(requester, 'POST', '/fetchFiles', { ids: [_id] })
    const bytes = await (await requester.request.get(links[0]?.url ?? '')).body()
    const pieces: Uint8Array[] = []
    for await (const piece of openSealed(oneBy(bytes), keys)) pieces.push(piece)
    opened.push({
      item: request.items.find((one) => one._id === item)?.name ?? '',
      fileName,
      stored: createHash('sha256').update(bytes).digest('hex'),
      storedAsTold: sha256,
      claim: sealed?.sha256 ?? null,
      content: Buffer.concat(pieces),
    })
  }
  return opened
}

async function* oneBy(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** What a supplier is told of sealing before they send. */
export const sealedNote = (page: Page) =>
  page.getByRole('complementary', { name: /^(Sealed on this device|端到端加密)$/ })

/** Sends until so much is there, and closes the tab. */
export async function leaveHalfWay(
  page: Page,
  waybill: WaybillServer,
  { key }: SealedAsk,
  bytes: number,
): Promise<void> {
  await slowLine(page, bytes)
  await sendButton(page).click()
  await waybill.keeps(key, bytes)
  await page.close()
  await waybill.hasNoPartUnderWay()
}
