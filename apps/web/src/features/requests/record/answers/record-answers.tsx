import type { Item, RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import { ListFailed } from '../../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../../shared/ui/lists/list-more.tsx'
import { useWiderThan } from '../../../../shared/ui/page/use-wider-than.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useRequestWords } from '../../request-words.ts'
import { SealedAnswer } from '../../sealed/answers/sealed-answer.tsx'
import { SealedAnswersLine } from '../../sealed/answers/sealed-answers-line.tsx'
import { type OpenedAnswers, useOpenedAnswers } from '../../sealed/answers/use-opened-answers.ts'
import { SupplierName } from '../suppliers/record-supplier-name.tsx'
import recordSuppliersStyles from '../suppliers/record-suppliers.module.css'
import { useRecordSuppliers } from '../use-request-record.ts'
import { requestRecordWords } from '../words/request-record-words.ts'
import { AnswerText } from './answer-text.tsx'
import styles from './record-answers.module.css'

interface RecordAnswersProps {
  record: RequestRecord
  onOpen: (supplier: string) => void
}

/** What everybody answered: a table where there is space for one, else one supplier after the other. */
export function RecordAnswers({ record, onOpen }: RecordAnswersProps) {
  const words = useRequestWords(requestRecordWords)
  const suppliers = useRecordSuppliers(record.slug, {})
  const isWide = useWiderThan(880)
  const questions = record.items.filter(({ kind }) => kind !== 'files')
  if (suppliers.error) return <ListFailed error={suppliers.error} again={words.again} onAgain={suppliers.retry} />
  if (suppliers.isLoading) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  const shown = { questions, rows: suppliers.rows, onOpen }
  return (
    <>
      {record.sealing && suppliers.rows.length > 0 ? (
        <SealedAnswersLine record={record} sealing={record.sealing} />
      ) : (
        <p className={`${textStyles.soft} ${layoutStyles.below}`}>
          {suppliers.rows.length === 0 ? words.noAnswer : words.answersText}
        </p>
      )}
      {suppliers.rows.length > 0 && (isWide ? <AnswersTable {...shown} /> : <AnswersList {...shown} />)}
      <ListMore list={suppliers} label={words.loadMore} />
    </>
  )
}

interface ShownAnswers extends Pick<RecordAnswersProps, 'onOpen'> {
  questions: readonly Item[]
  rows: readonly RequestSupplier[]
}

function AnswersTable({ questions, rows, onOpen }: ShownAnswers) {
  const words = useRequestWords(requestRecordWords)
  const opened = useOpenedAnswers()
  return (
    <div className={`${partsStyles.frame} ${recordSuppliersStyles.suppliersScroll}`}>
      <table className={`${layoutStyles.large} ${recordSuppliersStyles.suppliersTable} ${styles.answersTable}`}>
        <caption className={textStyles.unseen}>{words.views.answers}</caption>
        <thead>
          <tr>
            <th scope="col" className={recordSuppliersStyles.suppliersWho}>
              {words.supplier}
            </th>
            {questions.map(({ _id, name }) => (
              <th key={_id} scope="col" title={name}>
                <span className={recordSuppliersStyles.suppliersItemName}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((supplier) => (
            <tr key={supplier._id}>
              <th scope="row" className={recordSuppliersStyles.suppliersWho}>
                <SupplierName supplier={supplier} onOpen={onOpen} />
              </th>
              {questions.map((question) => (
                <td key={question._id}>
                  <Answer question={question} supplier={supplier} opened={opened} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AnswersList({ questions, rows, onOpen }: ShownAnswers) {
  const opened = useOpenedAnswers()
  return (
    <ul className={layoutStyles.stack}>
      {rows.map((supplier) => (
        <li key={supplier._id} className={partsStyles.paper}>
          <SupplierName supplier={supplier} onOpen={onOpen} />
          <dl className={`${layoutStyles.stackClose} ${layoutStyles.aboveClose}`}>
            {questions.map((question) => (
              <div key={question._id}>
                <dt className={textStyles.soft}>{question.name}</dt>
                <dd>
                  <Answer question={question} supplier={supplier} opened={opened} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** An answer that was sent back stays readable until there is another one; its mark says so. */
function Answer({ question, supplier, opened }: { question: Item; supplier: RequestSupplier; opened: OpenedAnswers }) {
  const words = useRequestWords(requestRecordWords)
  const found = supplier.items.find(({ item }) => item === question._id)
  if (!found?.answer) return <span className={textStyles.soft}>{words.noAnswer}</span>
  return (
    <>
      {found.answer.length > 0 ? (
        <AnswerText kind={question.kind} answer={found.answer} />
      ) : (
        <SealedAnswer kind={question.kind} is={opened.is} found={opened.current(supplier._id, question._id)} />
      )}
      {found.state === 'sent-back' && (
        <small className={`${layoutStyles.warned} ${layoutStyles.strong}`}>{words.marks['sent-back']}</small>
      )}
    </>
  )
}
