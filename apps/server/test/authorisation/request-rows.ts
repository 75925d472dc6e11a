import type { RouteName } from '@waybill/contract/core/routes'
import type { AskedRequest } from './owner.ts'
import type { Row } from './rows.ts'

/** The rows for requests and submissions, and for the files of the library. */
const file = { path: 'more.txt', bytes: 4, modifiedAt: 1, fingerprint: 'f' }
const noRequest = ['request-not-found'] as const
const body =
  (of: unknown): Row['ask'] =>
  () => ({ body: of })
const none: Row['ask'] = () => ({})
const threadOf = (asked: AskedRequest) => ({ request: asked.id, supplier: asked.supplierId, item: asked.itemId })

export const requestRows = {
  listRequests: { ask: ({ person }) => ({ query: `?userid=${person.accountId}` }), foreign: ['not-yours'] },
  createRequest: { ask: body({ title: 'Mine', suppliers: [{ email: 'nobody@quiet.example' }] }), foreign: 'own' },
  readRequest: { ask: ({ asked }) => ({ params: { request: asked.id } }), foreign: noRequest, isForManagers: true },
  editRequest: {
    ask: ({ asked }) => ({ params: { request: asked.id }, body: { title: 'mine now' } }),
    foreign: noRequest,
  },
  duplicateRequest: {
    ask: ({ asked }) => ({ params: { request: asked.id }, body: { withSuppliers: true } }),
    foreign: noRequest,
  },
  deleteRequests: { ask: ({ asked }) => ({ body: { ids: [asked.id] } }), foreign: noRequest },
  restoreRequests: { ask: ({ asked }) => ({ body: { ids: [asked.id] } }), foreign: noRequest },
  listRequestSuppliers: {
    ask: ({ asked }) => ({ params: { request: asked.id }, query: '?filter=all' }),
    foreign: noRequest,
    isForManagers: true,
  },
  listSealedAnswers: {
    ask: ({ asked }) => ({ params: { request: asked.id } }),
    foreign: noRequest,
    isForManagers: true,
  },
  exportRequestSuppliers: {
    ask: ({ asked }) => ({ params: { request: asked.id } }),
    foreign: noRequest,
    isForManagers: true,
  },
  addRequestSuppliers: {
    ask: ({ asked }) => ({ params: { request: asked.id }, body: { suppliers: [{ email: 'spy@example.com' }] } }),
    foreign: noRequest,
  },
  removeRequestSupplier: {
    ask: ({ asked }) => ({ params: { request: asked.id, supplier: asked.supplierId } }),
    foreign: noRequest,
  },
  remindRequestSuppliers: {
    ask: ({ asked }) => ({ params: { request: asked.id }, body: { suppliers: [asked.supplierId] } }),
    foreign: noRequest,
  },
  listRequestTemplates: { ask: none, foreign: 'own' },
  saveRequestTemplate: { ask: body({ name: 'Mine', content: { title: 'Mine' } }), foreign: 'own' },
  deleteRequestTemplate: {
    ask: ({ asked }) => ({ params: { template: asked.templateId } }),
    foreign: ['template-not-found'],
  },
  openRequest: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, user: `${asked.user.slice(0, -2)}xA` } }),
    foreign: noRequest,
  },
  unlockRequest: { ask: ({ asked }) => ({ body: { slug: asked.slug, password: 'guess' } }), foreign: noRequest },
  proveSupplier: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, email: 'nobody@quiet.example' } }),
    foreign: noRequest,
  },
  planSubmission: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, files: [{ ...file, item: asked.itemId }] } }),
    foreign: noRequest,
  },
  sendAnswers: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, answers: [{ item: asked.itemId, answer: ['x'] }] } }),
    foreign: noRequest,
  },
  resumeSubmission: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, upload: asked.upload } }),
    foreign: [...noRequest, 'upload-not-found'],
  },
  completeSubmission: {
    ask: ({ asked }) => ({ body: { upload: asked.upload, token: 'wrong' } }),
    foreign: ['upload-token-wrong', 'upload-not-found'],
  },
  sendSmallSubmission: { ask: ({ asked }) => ({ params: { slug: asked.slug } }), foreign: ['media-type-unsupported'] },
  fetchItemExample: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, item: asked.itemId } }),
    foreign: noRequest,
  },
  listInbox: { ask: ({ asked }) => ({ query: `?request=${asked.id}` }), foreign: 'own', isForManagers: true },
  readSubmission: {
    ask: ({ asked }) => ({ params: { submission: asked.submissionId } }),
    foreign: ['submission-not-found'],
    isForManagers: true,
  },
  judgeItem: {
    ask: ({ asked }) => ({
      params: { request: asked.id, supplier: asked.supplierId, item: asked.itemId },
      body: { verdict: 'accept' },
    }),
    foreign: noRequest,
  },
  fetchInboxFiles: {
    ask: ({ asked }) => ({ params: { request: asked.id }, body: { suppliers: [asked.supplierId] } }),
    foreign: noRequest,
    isForManagers: true,
  },
  readThread: {
    ask: ({ asked }) => ({ params: threadOf(asked) }),
    foreign: noRequest,
    isForManagers: true,
  },
  writeComment: {
    ask: ({ asked }) => ({ params: threadOf(asked), body: { text: 'Mine now' } }),
    foreign: noRequest,
  },
  seeThread: {
    ask: ({ asked }) => ({ params: threadOf(asked), body: { seenTo: 1 } }),
    foreign: noRequest,
    isForManagers: true,
  },
  exportComments: {
    ask: ({ asked }) => ({ params: { request: asked.id } }),
    foreign: noRequest,
    isForManagers: true,
  },
  withdrawComment: {
    ask: ({ asked }) => ({ params: { request: asked.id, comment: asked.commentId } }),
    // A manager sees that there is one.
    foreign: [...noRequest, 'comment-fixed'],
  },
  openThread: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, item: asked.itemId, seenTo: 1 } }),
    foreign: noRequest,
  },
  addComment: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, item: asked.itemId, text: 'Me' } }),
    foreign: noRequest,
  },
  takeBackComment: {
    ask: ({ asked }) => ({ body: { slug: asked.slug, comment: asked.commentId } }),
    foreign: noRequest,
  },
  fetchLibraryFiles: {
    ask: ({ fileIds }) => ({ body: { ids: fileIds } }),
    foreign: ['file-not-found'],
    isForManagers: true,
  },
  fetchTransferFiles: {
    ask: ({ sent }) => ({ body: { transfers: [sent.id] } }),
    foreign: ['transfer-not-found'],
    isForManagers: true,
    isInLedger: true,
  },
} satisfies Partial<Record<RouteName, Row>>
