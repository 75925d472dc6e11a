/** One transfer, from its files to what the server made of them. */
import type { BodyOf, ReplyOf } from '@waybill/contract/core/endpoint'
import type { planTransfer, SavedTransfer } from '@waybill/contract/transfers/endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile, UploadProgress } from '@waybill/uploader'
import { fingerprintFiles } from '@waybill/uploader/files/fingerprint'
import { UploadSession } from '@waybill/uploader/session/upload-session'
import { nodeEnvironment } from '@waybill/uploader/transport/node-transport'
import { UploadRun } from '@waybill/uploader/upload-run'
import type { Client } from '../server/client.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'
import type { Shell } from '../terminal/shell.ts'

export type Draft = Omit<BodyOf<typeof planTransfer>, 'files'>
export type Planned = ReplyOf<typeof planTransfer>

/** The save is worth more patience than other calls: all bytes are there. */
const SAVE_TRIES = 10

/** The plan of a transfer: a new one, or that of an interrupted upload of the same files. */
export async function planFiles(client: Client, draft: Draft, files: readonly SourceFile[]): Promise<Planned> {
  return client.call('planTransfer', { body: { ...draft, files: await fingerprintFiles(files) } })
}

/** Sends what the server lacks, and saves the transfer. Rejects with `UploadCancelled` after Ctrl-C. */
export async function sendPlanned(
  { client, shell }: { client: Client; shell: Shell },
  plan: UploadPlan,
  files: readonly SourceFile[],
): Promise<SavedTransfer> {
  const { upload } = plan
  const params = { upload }
  const bar = new ProgressBar(shell)
  const session = new UploadSession<SavedTransfer>({
    plan,
    files,
    engine: {
      startUpload: (options) => new UploadRun({ ...options, environment: nodeEnvironment() }),
      keepHandles: async () => {},
      dropHandles: async () => {},
    },
    keepsFiles: false,
    calls: {
      readUpload: (token) => client.call('readUpload', { params, token }),
      signParts: (token, body) => client.call('signParts', { params, token, body }),
      resume: async () => (await client.call('resumeTransfer', { body: params })).plan,
      complete: (token) => saveTransfer(client, upload, token),
    },
    onProgress: (progress) => bar.show(shown(progress)),
  })
  const pause = () => session.pause()
  shell.stopped.addEventListener('abort', pause)
  if (shell.stopped.aborted) pause()
  try {
    return await session.run()
  } finally {
    shell.stopped.removeEventListener('abort', pause)
    bar.clear()
  }
}

/** Makes the transfer visible; the same answer when it is called again. */
export async function saveTransfer(client: Client, upload: string, token: string): Promise<SavedTransfer> {
  const { data } = await client.call('completeTransfer', { body: { upload, token }, tries: SAVE_TRIES })
  const [saved] = data.ops
  if (saved === undefined) throw new Error('The server saved no transfer')
  return saved
}

const states: Partial<Record<UploadProgress['status'], string>> = {
  'paused-offline': 'offline, waiting',
  retrying: 'the line is broken, trying again',
  'almost-done': 'almost done',
}

function shown({ bytesSent, bytesTotal, bytesPerSecond, secondsLeft, status }: UploadProgress) {
  return { bytes: bytesSent, bytesTotal, bytesPerSecond, secondsLeft, state: states[status] }
}

/** Where a transfer is: the link to pass on, null where each recipient has one of their own; and its sender's record. */
export function placesOf(
  { url }: Client,
  { slug, sendAs, customURL }: SavedTransfer,
): { link: string | null; record: string } {
  const link = sendAs === 'link' ? (customURL ?? `${url}/w/${slug}`) : null
  return { link, record: `${url}/dash/transfers/${slug}` }
}
