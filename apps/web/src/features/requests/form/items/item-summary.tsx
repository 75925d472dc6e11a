import { formatBytes } from '@waybill/contract/core/sizes'
import { nameList } from '../../../../shared/ui/lists/name-list.ts'
import layoutStyles from '../../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../../shared/ui/styles/text.module.css'
import { useLanguage } from '../../../../shared/words/language.tsx'
import { useRequestWords } from '../../request-words.ts'
import { type ItemDraft, MOST_FILES } from '../draft/item-draft.ts'
import { bytesOf, countOf } from '../draft/typed-size.ts'
import { typesIn } from '../draft/typed-types.ts'
import { requestFormWords } from '../words/request-form-words.ts'

/** What an item accepts, in a line. */
export function ItemSummary({ item }: { item: ItemDraft }) {
  return <p className={`${textStyles.soft} ${layoutStyles.small}`}>{useItemLimits(item).join(' · ')}</p>
}

/** 'required', 'PDF, XLSX', 'at most 2 files', '20 MB each', each where it applies. */
export function useItemLimits(item: ItemDraft): string[] {
  const words = useRequestWords(requestFormWords)
  const { language } = useLanguage()
  const { types } = typesIn(item.types)
  const count = countOf(item.maxFiles, MOST_FILES)
  const size = bytesOf(item.maxSize)
  const need = item.isRequired ? words.required : words.optional
  if (item.kind !== 'files' && item.kind !== 'section') return [need, words.questionKinds[item.kind]]
  return [
    need,
    types.length > 0
      ? nameList(
          types.map((type) => type.toUpperCase()),
          language,
        )
      : words.anyType,
    count ? words.atMost(count) : '',
    size ? words.sizeEach(formatBytes(size, language)) : '',
    item.example ? words.withExample : '',
    item.pattern.trim() ? words.renamed : '',
  ].filter(Boolean)
}
