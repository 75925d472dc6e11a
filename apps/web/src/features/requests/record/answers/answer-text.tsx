import type { Item } from '@waybill/contract/requests/shapes'
import { nameList } from '../../../../shared/ui/lists/name-list.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import { useLanguage } from '../../../../shared/words/language.tsx'

/** What somebody answered, as text: nothing in it becomes a link. */
export function AnswerText({ kind, answer }: { kind: Item['kind'] | undefined; answer: readonly string[] }) {
  const { language } = useLanguage()
  return (
    <p className={`${layoutStyles.large} ${layoutStyles.asWritten}`} dir="auto">
      {kind === 'choice' ? nameList([...answer], language) : answer.join('\n')}
    </p>
  )
}
