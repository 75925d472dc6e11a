import { Problem } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { Submission } from '@waybill/contract/requests/submission-endpoints'
import { call, callForFile } from '../../../shared/api/client.ts'
import { mutate, type TellFailure } from '../../../shared/api/mutate.ts'
import { failureSentence } from '../../../shared/api/problem-words.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import { showSendSheet } from '../../../shared/drafts/send-sheet-state.ts'
import { fetchFiles, pressLink } from '../../../shared/library/fetch-files.ts'
import { saveBlob } from '../../../shared/ui/files/save-blob.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { requestWordsOf } from '../request-words.ts'
import { isThere } from './suppliers/who-of.ts'
import { invalidateRecord, showRequestRecord } from './use-request-record.ts'
import { requestRecordWords } from './words/request-record-words.ts'

type Asking = Pick<RequestRecord, '_id' | 'slug' | 'supplierNoun'>
const paramsOf = ({ _id }: Asking) => ({ request: _id })
const wordsOf = ({ supplierNoun }: Pick<RequestRecord, 'supplierNoun'>) =>
  requestWordsOf(requestRecordWords, spokenLanguage(), supplierNoun)

/** Mails those of the suppliers who still have something to send; where none is named, all of them. */
export async function remindSuppliers(request: Asking, suppliers?: readonly string[]): Promise<void> {
  const body = suppliers === undefined ? {} : { suppliers: [...suppliers] }
  const answer = await mutate(() => call('remindRequestSuppliers', { params: paramsOf(request), body }))
  if (answer !== null) notify({ title: wordsOf(request).reminded(answer.reminded) })
  await invalidateRecord()
}

/** Invites more suppliers; resolves to whether it succeeded. */
export async function addSuppliers(
  request: Asking,
  suppliers: ReadonlyArray<{ email: string; name?: string; company?: string; timeZone?: string }>,
): Promise<boolean> {
  const body = { suppliers: [...suppliers] }
  const answer = await mutate(() => call('addRequestSuppliers', { params: paramsOf(request), body }))
  if (answer === null) return false
  showRequestRecord(answer.request)
  notify({ title: wordsOf(request).added(answer.added) })
  return true
}

/** Removes suppliers one after the other, up to the first failure. */
export async function removeSuppliers(
  request: Asking,
  suppliers: readonly RequestSupplier[],
  who: string,
): Promise<boolean> {
  let removed = 0
  for (const { _id } of suppliers) {
    const params = { request: request._id, supplier: _id }
    if ((await mutate(() => call('removeRequestSupplier', { params }))) === null) break
    removed += 1
  }
  if (removed > 0) notify({ title: wordsOf(request).removed(removed, who) })
  await invalidateRecord()
  return removed === suppliers.length
}

/** One supplier's files for one item. */
export interface Answered {
  supplier: string
  item: string
  itemName: string
}

export async function acceptItem(request: Asking, { supplier, item, itemName }: Answered): Promise<void> {
  const params = { request: request._id, supplier, item }
  const answer = await mutate(() => call('judgeItem', { params, body: { verdict: 'accept' } }))
  if (answer !== null) notify({ title: wordsOf(request).accepted(itemName) })
  await invalidateRecord()
}

/** Sends it back; resolves to whether that succeeded. */
export async function sendItemBack(request: Asking, answered: Answered, note: string): Promise<boolean> {
  const params = { request: request._id, supplier: answered.supplier, item: answered.item }
  const answer = await mutate(() => call('judgeItem', { params, body: { verdict: 'send-back', note } }))
  if (answer !== null) notify({ title: wordsOf(request).wasSentBack(answered.itemName) })
  await invalidateRecord()
  return answer !== null
}

/** All submissions of a request, or only some suppliers', or some of them. */
interface ArchiveChoice {
  suppliers?: readonly string[] | undefined
  submissions?: readonly string[] | undefined
}

/**
 * Passes an archive of submissions to the browser's downloads, with a folder for each supplier. The notice says how many
 * files of the chosen ones it leaves out.
 */
export async function fetchArchive(request: Asking, { suppliers, submissions }: ArchiveChoice = {}): Promise<void> {
  const body = { suppliers: suppliers && [...suppliers], submissions: submissions && [...submissions] }
  const answer = await mutate(
    () => call('fetchInboxFiles', { params: paramsOf(request), body }),
    archiveFailure(request),
  )
  if (answer === null) return
  const { links, leftOut } = answer
  for (const link of links) pressLink(link)
  const files = links.reduce((sum, link) => sum + link.files, 0)
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0)
  const words = wordsOf(request)
  const more = [
    ...(links.length > 1 ? [words.fetchedParts(links.length)] : []),
    ...(submissions && leftOut > 0 ? [words.leftOut(leftOut)] : []),
  ]
  notify({
    title: words.fetched(files, formatBytes(bytes, spokenLanguage())),
    text: more.length > 0 ? more.join(' ') : undefined,
  })
}

/** Says so where there is nothing to download. */
const archiveFailure =
  (request: Asking): TellFailure =>
  (language, failure) =>
    failure instanceof Problem && failure.code === 'file-not-found'
      ? wordsOf(request).nothingToFetch
      : failureSentence(language, failure)

/** All files of a submission that still exist, also where the list shows only some; null where they cannot be read. */
async function filesOf(submission: Submission): Promise<Submission['files'] | null> {
  if (submission.files.length === submission.fileCount) return submission.files.filter(isThere)
  const answer = await mutate(() => call('readSubmission', { params: { submission: submission._id } }))
  return answer?.submission.files.filter(isThere) ?? null
}

export async function fetchSubmission(submission: Submission): Promise<void> {
  const files = await filesOf(submission)
  if (files !== null) await fetchFiles(files.map(({ _id }) => _id))
}

/**
 * Adds a submission's files to the send form, without a folder that names their supplier; none of their bytes moves.
 */
export async function forwardSubmission(submission: Submission, before?: () => void): Promise<void> {
  const files = await filesOf(submission)
  if (files === null) return
  const put = files.map(({ _id: id, fileName, bytes }) => ({ id, path: fileName, bytes }))
  change({ kind: 'forward-files', files: put })
  before?.()
  showSendSheet(true)
}

/** The table as on the server, for a spreadsheet. */
export async function exportSuppliers(request: Asking): Promise<void> {
  const file = await mutate(() => callForFile('exportRequestSuppliers', { params: paramsOf(request) }))
  if (file !== null) saveBlob(file, `request-${request.slug}.csv`)
}

/** Every comment, for a spreadsheet. */
export async function exportComments(request: Asking): Promise<void> {
  const file = await mutate(() => callForFile('exportComments', { params: paramsOf(request) }))
  if (file !== null) saveBlob(file, `comments-${request.slug}.csv`)
}
