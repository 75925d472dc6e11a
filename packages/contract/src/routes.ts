/**
 * Every call's method and path, once. The names are the ones the whole code uses; a path may be the wire's own odd
 * one. This table is plain: the browser's client is made from it without loading a schema. `:x` is a path parameter.
 */
export const routes = {
  requestSenderCode: { method: 'POST', path: '/verifyEmail' },
  confirmSenderCode: { method: 'POST', path: '/checkVerifyEmail' },
  locateVisitor: { method: 'GET', path: '/location' },

  planTransfer: { method: 'POST', path: '/quicksend2' },
  completeTransfer: { method: 'POST', path: '/quicksendData' },
  resumeTransfer: { method: 'POST', path: '/resumeTransfer' },

  signParts: { method: 'POST', path: '/uploads/:upload/parts' },
  receivePart: { method: 'PUT', path: '/uploads/:upload/blobs/:blob' },
  readUpload: { method: 'GET', path: '/uploads/:upload' },
  abandonUpload: { method: 'DELETE', path: '/uploads/:upload' },
  probeOrigin: { method: 'GET', path: '/-/probe' },

  reportOpened: { method: 'POST', path: '/opened' },
  grantDownload: { method: 'POST', path: '/increment' },
  describeDownload: { method: 'POST', path: '/downloadData' },
  planZip: { method: 'POST', path: '/zip' },
  downloadFile: { method: 'GET', path: '/get/:grant/file/:file/:name' },
  downloadZip: { method: 'GET', path: '/get/:grant/zip/:selection/:name' },

  readHealth: { method: 'GET', path: '/-/health' },
  readOpenapi: { method: 'GET', path: '/-/openapi.json' },
  listMailbox: { method: 'GET', path: '/-/mailbox.json' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }>

export type RouteName = keyof typeof routes
