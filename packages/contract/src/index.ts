/** Every endpoint by name: what the server binds and the OpenAPI document is made from. Pulls zod in: not for browsers. */
import * as accounts from './accounts.ts'
import * as downloads from './downloads.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as operating from './operating.ts'
import type { RouteName } from './routes.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'

export const endpoints = {
  requestSenderCode: accounts.requestSenderCode,
  confirmSenderCode: accounts.confirmSenderCode,
  locateVisitor: accounts.locateVisitor,
  planTransfer: transfers.planTransfer,
  completeTransfer: transfers.completeTransfer,
  resumeTransfer: transfers.resumeTransfer,
  signParts: uploads.signParts,
  receivePart: uploads.receivePart,
  readUpload: uploads.readUpload,
  abandonUpload: uploads.abandonUpload,
  probeOrigin: uploads.probeOrigin,
  reportOpened: downloads.reportOpened,
  grantDownload: downloads.grantDownload,
  describeDownload: downloads.describeDownload,
  planZip: downloads.planZip,
  downloadFile: downloads.downloadFile,
  downloadZip: downloads.downloadZip,
  readHealth: operating.readHealth,
  readOpenapi: operating.readOpenapi,
  listMailbox: operating.listMailbox,
} satisfies Record<RouteName, AnyEndpoint>

export type Endpoints = typeof endpoints
export * from './endpoint.ts'
export { routes } from './routes.ts'
