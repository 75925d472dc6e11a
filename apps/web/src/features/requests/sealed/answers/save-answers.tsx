import { ANSWERS_FILE, answersTable } from '@waybill/contract/requests/answers-table'
import type { RequestRecord, RequestSupplier } from '@waybill/contract/requests/shapes'
import type { OpeningKeys } from '@waybill/sealing/opening-keys'
import { allPages } from '../../../../shared/api/all-pages.ts'
import { call } from '../../../../shared/api/client.ts'
import { useMutation } from '../../../../shared/api/use-mutation.ts'
import { Button } from '../../../../shared/ui/fields/button.ts'
import { saveBlob } from '../../../../shared/ui/files/save-blob.ts'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { sealedRequestsWords } from '../words/sealed-requests-words.ts'
import { currentAnswers, type OpenedAnswer, openAnswers } from './open-answers.ts'

interface SaveAnswersProps {
  record: Pick<RequestRecord, 'slug' | 'items'>
  keys: OpeningKeys
  /** Whose answers; everybody's where none is named. */
  suppliers?: readonly string[] | undefined
}

/** Saves `answers.csv`, written here: the server cannot read what is in it. */
export function SaveAnswers({ record, keys, suppliers }: SaveAnswersProps) {
  const words = useWords(sealedRequestsWords)
  const { language } = useLanguage()
  const { isBusy, save } = useMutation()
  if (record.items.every(({ kind }) => kind === 'files')) return null
  const write = async () => {
    const [opened, people] = await Promise.all([openAnswers(record.slug, keys), everybody(record.slug)])
    const wanted = people.filter(({ _id }) => suppliers?.includes(_id) ?? true)
    const table = answersTable(rowsOf(record, wanted, opened, words.answerAltered), language)
    saveBlob(new Blob([table], { type: 'text/csv' }), ANSWERS_FILE)
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={18} />}
      loading={isBusy}
      onClick={() => void save(write)}
    >
      {words.saveAnswers}
    </Button>
  )
}

/** All suppliers, in the order in which they were asked. */
const everybody = (slug: string): Promise<RequestSupplier[]> =>
  allPages(async (after) => {
    const query = { take: 100, after }
    const { suppliers, next } = await call('listRequestSuppliers', { params: { request: slug }, query })
    return { rows: suppliers, next }
  })

/** The last answers, supplier by supplier, in the items' order. */
function rowsOf(
  { items }: Pick<RequestRecord, 'items'>,
  people: readonly RequestSupplier[],
  opened: readonly OpenedAnswer[],
  instead: string,
) {
  const current = currentAnswers(opened)
  return people.flatMap(({ _id, email, name, company, items: states }) =>
    items.flatMap(({ _id: item, name: question, section }) => {
      const found = current(_id, item)
      const state = states.find((one) => one.item === item)?.state
      if (!found || state === undefined || state === 'missing') return []
      const { answer, answeredAt } = found
      return [{ email, name, company, section, question, answer: answer ?? [instead], state, answeredAt }]
    }),
  )
}
