/** The page that browser.test.ts drives: the engine as a web app bundles it. */
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
// As in the web app: reading dropped files is loaded at once, the engine on demand.
import { readDropped, readPicked } from '../../src/files/read-entries.ts'
import type * as uploader from '../../src/index.ts'

/** Given by the test: the server's calls, and a plan for the picked files. */
interface TestBindings {
  serverCall(name: 'readUpload' | 'renew' | 'signParts', body: unknown): Promise<never>
}

const bindings = globalThis as unknown as TestBindings

const api: uploader.UploadApi = {
  readUpload: () => bindings.serverCall('readUpload', null),
  renew: () => bindings.serverCall('renew', null),
  signParts: (body) => bindings.serverCall('signParts', body),
}

let dropped: Promise<uploader.ReadFiles> | null = null
const zone = document.querySelector('#drop') as HTMLElement
zone.addEventListener('dragover', (event) => event.preventDefault())
zone.addEventListener('drop', (event) => {
  event.preventDefault()
  dropped = readDropped((event.dataTransfer as DataTransfer).items)
})

const engine = await import('../../src/index.ts')

const page = {
  ...engine,
  picked: (selector: string) => readPicked((document.querySelector(selector) as HTMLInputElement).files ?? []),
  dropped: () => dropped,
  told: [] as uploader.UploadProgress[],
  upload: null as uploader.Upload | null,

  start(plan: UploadPlan, files: uploader.SourceFile[]): void {
    page.upload = engine.startUpload({ plan, files, api })
    page.upload.subscribe((progress) => page.told.push(progress))
  },

  /** The result: 'done' or the error. */
  ending: () =>
    page.upload?.finished.then(
      () => 'done',
      ({ name, code, message }) => ({ name, code, message }),
    ),
}

export type TestPage = typeof page
Object.assign(globalThis, { page })
