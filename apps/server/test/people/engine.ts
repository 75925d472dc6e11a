/** The real upload engine for a person, as their browser runs it, over the calls of an app. */
import type { RouteName } from '@waybill/contract/core/routes'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import {
  type Environment,
  fingerprintFiles,
  type SourceFile,
  startUpload,
  type Upload,
  type UploadApi,
} from '@waybill/uploader'
import { nodeEnvironment } from '@waybill/uploader/transport/node-transport'
import type { CallOptions } from '../app/test-app.ts'
import type { Person, SendOptions, SentFile } from './people.ts'

type PartRequest = Parameters<Environment['transport']['send']>[0]

export interface EngineUpload extends Upload {
  /** The newest token: the engine may have requested one. */
  token(): string
  /** Names of the calls other than parts, in order. */
  readonly calls: RouteName[]
}

/** Judged and planned, with the files' fingerprints made like a browser's. */
export async function planByEngine(person: Person, options: SendOptions): Promise<UploadPlan> {
  const body = { ...person.draft(options), files: await fingerprintFiles(options.files.map(sourceOf)) }
  const answer = await person.call('planTransfer', { body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.plan
}

/** Sends what `plan` needs; `files` in any order. */
export function startEngine(
  person: Person,
  plan: UploadPlan,
  files: readonly SentFile[],
  environment: Environment = nodeEnvironment(),
): EngineUpload {
  let { token } = plan
  const calls: RouteName[] = []
  const ask = async (name: RouteName, options: CallOptions) => {
    calls.push(name)
    const { status, body } = await person.call(name, options)
    if (status >= 300) throw Object.assign(new Error(`${name}: ${status} ${body.code}`), body)
    return body
  }
  const own = () => ({ params: { upload: plan.upload }, headers: { authorization: `Bearer ${token}` } })
  const api: UploadApi = {
    readUpload: () => ask('readUpload', own()),
    renew: async () => {
      const renewed = await ask('resumeTransfer', { body: { upload: plan.upload } })
      token = renewed.plan.token
      return renewed.plan
    },
    signParts: (body) => ask('signParts', { ...own(), body }),
  }
  const sources = plan.files.map(({ path }) => {
    const file = files.find((given) => given.path === path)
    if (!file) throw new Error(`The plan names ${path}, which was not given`)
    return sourceOf(file)
  })
  return Object.assign(startUpload({ plan, files: sources, api, environment }), { token: () => token, calls })
}

function sourceOf({ path, content }: SentFile): SourceFile {
  const blob = new Blob([new Uint8Array(content)])
  return { path, bytes: content.length, modifiedAt: 1_790_000_000_000, slice: (start, end) => blob.slice(start, end) }
}

/**
 * Node's environment, reporting each part the moment its answer arrives: how many were accepted so far, and which.
 * Parts beyond `most` are never sent.
 */
export function tellingParts(
  onTaken: (taken: number, part: Pick<PartRequest, 'headers' | 'body'>) => void,
  most = Number.POSITIVE_INFINITY,
): Environment {
  const environment = nodeEnvironment()
  const { transport } = environment
  let taken = 0
  let sent = 0
  return {
    ...environment,
    transport: {
      probe: (origin, timeoutMs) => transport.probe(origin, timeoutMs),
      send(request) {
        sent += 1
        if (sent > most) return heldBack()
        const sending = transport.send(request)
        sending.answer.then(
          ({ status }) => status === 200 && onTaken(++taken, request),
          () => {},
        )
        return sending
      },
    },
  }
}

/** A part that is never sent, until it is aborted. */
function heldBack(): ReturnType<Environment['transport']['send']> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  return { answer: promise, abort: () => reject(new Error('called off')) }
}
