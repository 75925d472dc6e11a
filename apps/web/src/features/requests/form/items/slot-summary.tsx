import { formatBytes } from '@waybill/contract/core/sizes'
import { nameList } from '../../../../shared/ui/lists/name-list.ts'
import { useLanguage, useWords } from '../../../../shared/words/language.tsx'
import { MOST_FILES, type SlotDraft } from '../draft/slot-draft.ts'
import { bytesOf, countOf } from '../draft/typed-size.ts'
import { typesIn } from '../draft/typed-types.ts'
import { requestFormWords } from '../words/request-form-words.ts'

/** What an item takes, in a line. */
export function SlotSummary({ slot }: { slot: SlotDraft }) {
  return <p className="soft slot-summary">{useSlotLimits(slot).join(' · ')}</p>
}

/** 'required', 'PDF, XLSX', 'at most 2 files', '20 MB each', each where it is so. */
export function useSlotLimits(slot: SlotDraft): string[] {
  const words = useWords(requestFormWords)
  const { language } = useLanguage()
  const { types } = typesIn(slot.types)
  const count = countOf(slot.maxFiles, MOST_FILES)
  const size = bytesOf(slot.maxSize)
  return [
    slot.isRequired ? words.required : words.optional,
    types.length > 0
      ? nameList(
          types.map((type) => type.toUpperCase()),
          language,
        )
      : words.anyType,
    count ? words.atMost(count) : '',
    size ? words.sizeEach(formatBytes(size, language)) : '',
    slot.example ? words.withExample : '',
    slot.pattern.trim() ? words.renamed : '',
  ].filter(Boolean)
}
