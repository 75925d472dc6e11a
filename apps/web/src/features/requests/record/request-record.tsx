import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { RequestRecord as Record } from '@waybill/contract/requests/shapes'
import { Suspense, useRef } from 'react'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { useAccount } from '../../../shared/api/session.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import listStyles from '../../../shared/ui/lists/list.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage } from '../../../shared/words/language.tsx'
import { requestFormWords } from '../form/words/request-form-words.ts'
import { SupplierNounContext, useRequestWords } from '../request-words.ts'
import { SealedRequest } from '../sealed/sealed-context.tsx'
import { RequestRecordActs } from './record-acts.tsx'
import { RecordHead } from './record-head.tsx'
import { type RecordParams, readRecordParams } from './record-params.ts'
import { RecordTeam } from './record-team.tsx'
import styles from './request-record.module.css'
import { RecordInbox } from './submissions/record-inbox.tsx'
import { RecordSupplier } from './supplier/record-supplier.tsx'
import { RecordAdd } from './suppliers/record-add.tsx'
import { RecordSuppliers } from './suppliers/record-suppliers.tsx'
import { useEarlySuppliers, useRequestRecord } from './use-request-record.ts'
import { requestRecordWords } from './words/request-record-words.ts'

/** Few requests ask questions. */
const loadAnswers = async () => (await import('./answers/record-answers.tsx')).RecordAnswers
const RecordAnswers = lazyPart(loadAnswers)

/** Few sent requests are edited. */
const EditRequest = lazyPart(async () => (await import('../form/edit-request.tsx')).EditRequest)

/** One request: its slip, who sent what, and all submissions. Its parameters are in the address. */
export function RequestRecord({ slug }: { slug: string }) {
  const words = useRequestWords(requestRecordWords)
  const { record, isUnknown, error, retry } = useRequestRecord(slug)
  const params = readRecordParams(useSearch({ strict: false }))
  useEarlySuppliers(slug, params)
  // Its code is on its way while the request is read.
  if (params.view === 'answers') loadAnswers().catch(() => undefined)
  usePageTitle(record?.title ?? words.title)
  if (isUnknown) {
    return (
      <div className={listStyles.listInstead}>
        <h1>{words.unknownTitle}</h1>
        <p className={textStyles.soft}>{words.unknownText(slug)}</p>
      </div>
    )
  }
  if (error) return <ListFailed error={error} again={words.again} onAgain={retry} />
  if (!record) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  return (
    <SupplierNounContext value={record.supplierNoun}>
      <SealedRequest record={record}>
        <Standing record={record} />
      </SealedRequest>
    </SupplierNounContext>
  )
}

function Standing({ record }: { record: Record }) {
  const { language } = useLanguage()
  const { editName } = useRequestWords(requestFormWords)
  const account = useAccount()
  const { params, go, open, close } = useRecordParams()
  if (!account) return null
  const isSuspended = account.status === 'revoke'
  const mayChange = record.mayChange && !isSuspended
  if (params.edit !== undefined && record.mayChange) {
    return (
      <Suspense fallback={<div className={partsStyles.waiting} />}>
        <h1 className={dashPageStyles.dashTitle}>{editName}</h1>
        <EditRequest account={account} request={record.slug} onEnd={() => close('edit')} />
      </Suspense>
    )
  }
  const turn = (supplier: string) => {
    const { comments: _comments, ...rest } = params
    go({ ...rest, supplier }, true)
  }
  const mayAdd = mayChange && (record.state === 'open' || record.state === 'paused')
  return (
    <div className={layoutStyles.stackWide}>
      <RecordHead record={record} />
      <div className={layoutStyles.stackWide}>
        {isSuspended && (
          <p className={layoutStyles.callout} data-tone="bad" role="note">
            {problemSentence(language, 'account-suspended')}
          </p>
        )}
        <ReadOnlyNote record={record} />
        <RequestRecordActs record={record} mayChange={mayChange} />
        <div>
          <Views record={record} params={params} />
          {params.view === 'inbox' ? (
            <RecordInbox record={record} onOpen={open} />
          ) : params.view === 'answers' ? (
            <Suspense fallback={<div className={partsStyles.waiting} />}>
              <RecordAnswers record={record} onOpen={open} />
            </Suspense>
          ) : (
            <RecordSuppliers record={record} params={params} mayChange={mayChange} onParams={go} onOpen={open} />
          )}
        </div>
        {mayAdd && params.view === undefined && <RecordAdd record={record} role={account.role} />}
        <RecordTeam record={record} mayChange={mayChange} />
      </div>
      <RecordSupplier
        record={record}
        params={params}
        mayChange={mayChange}
        onTurn={turn}
        onClose={() => close('supplier')}
      />
    </div>
  )
}

/** For somebody of the team who only reads it. */
function ReadOnlyNote({ record: { mayChange, requester } }: { record: Record }) {
  const words = useRequestWords(requestRecordWords)
  if (mayChange) return null
  return (
    <p className={layoutStyles.callout} role="note">
      {words.readOnly(requester.fullName || requester.email)}
    </p>
  )
}

/** The table, and the submissions in order of arrival. */
function Views({ record, params }: { record: Record; params: RecordParams }) {
  const words = useRequestWords(requestRecordWords)
  const questions = record.items.filter(({ kind }) => kind !== 'files').length
  const views = [
    { view: undefined, label: words.views.suppliers, count: record.tally.all },
    { view: 'inbox', label: words.views.inbox, count: record.counts.submissions },
    ...(questions > 0 ? [{ view: 'answers', label: words.views.answers, count: questions }] : []),
  ]
  return (
    <nav className={`${listStyles.listViews} ${styles.recordViews}`} aria-label={words.viewsLabel}>
      {views.map(({ view, label, count }) => (
        <Link
          key={label}
          to="."
          search={(view ? { view } : {}) as never}
          resetScroll={false}
          // The router treats any part of an address as the current page.
          activeOptions={{ exact: true }}
          className={listStyles.listView}
          aria-current={view === params.view ? 'page' : undefined}
        >
          {label} <span className={textStyles.mono}>{count}</span>
        </Link>
      ))}
    </nav>
  )
}

/** The current position on this page, and its links. Closing what this page opened goes back in the history. */
function useRecordParams() {
  const params = readRecordParams(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { history } = useRouter()
  const cameFromHere = useRef(false)
  const go = (next: RecordParams, replace = next.q !== params.q) =>
    void navigate({ to: '.', search: readRecordParams(next as never) as never, replace, resetScroll: false })
  const open = (supplier: string) => {
    cameFromHere.current = true
    go({ ...params, supplier }, false)
  }
  const close = (what: 'supplier' | 'edit') => {
    if (what === 'supplier' && cameFromHere.current) {
      cameFromHere.current = false
      return history.back()
    }
    const { [what]: _closed, comments: _comments, ...rest } = params
    go(rest, true)
  }
  return { params, go, open, close }
}
