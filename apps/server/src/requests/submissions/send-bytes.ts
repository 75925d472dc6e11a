import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { Problem } from '@waybill/contract/core/problems'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { receivePart, signParts } from '../../uploads/index.ts'

type Needs = Pick<Context, 'db' | 'connection' | 'nodeId' | 'log' | 'stores'>

/** Sends data in memory to a planned upload, part by part, as its sender would. `contents` are in the plan's order. */
export async function uploadFromMemory(ctx: Needs, plan: UploadPlan, contents: readonly Buffer[]): Promise<void> {
  for (const blob of plan.blobs) {
    const members = blob.members.map(({ file }) => contents[file] ?? Buffer.alloc(0))
    const content = Buffer.concat(members)
    for (let offset = 0; offset < blob.bytes; offset += blob.partBytes) {
      const part = content.subarray(offset, Math.min(offset + blob.partBytes, blob.bytes))
      if (plan.transport === 'server') await putPart(ctx, plan, blob, { offset, part })
      else await putSigned(ctx, plan, blob, { offset, part, members })
    }
  }
}

function putPart(ctx: Needs, plan: UploadPlan, blob: PlannedBlob, { offset, part }: { offset: number; part: Buffer }) {
  return receivePart(ctx, {
    uploadId: plan.upload,
    blobId: blob.id,
    tokenHash: hashToken(plan.token),
    offset,
    bytes: part.length,
    crc32: crc32(part),
    body: Readable.from([part]),
    bytesSoFar: () => part.length,
  })
}

async function putSigned(
  ctx: Needs,
  plan: UploadPlan,
  blob: PlannedBlob,
  { offset, part, members }: { offset: number; part: Buffer; members: readonly Buffer[] },
): Promise<void> {
  const md5 = createHash('md5').update(part).digest('base64')
  const wanted = {
    blob: blob.id,
    offset,
    bytes: part.length,
    crc32: crc32(part),
    md5,
    memberCrcs: members.map((one) => crc32(one)),
  }
  const { parts } = await signParts(ctx, plan.upload, hashToken(plan.token), [wanted])
  for (const { url, headers } of parts) {
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(part) }).catch(() => null)
    if (!answer?.ok) throw new Problem('store-unavailable')
  }
}
