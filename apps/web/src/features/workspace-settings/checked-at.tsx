import { failureSentence } from '../../shared/api/problem-words.ts'
import { AgoTime } from '../../shared/time/ago-time.tsx'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage } from '../../shared/words/language.tsx'

interface CheckedAtProps {
  at: string | null
  check: { isFetching: boolean; error: Error | null; refetch: () => Promise<unknown> }
  words: { checking: string; checked: string; checkNow: string }
}

/** When DNS was last checked; a button asks at once. */
export function CheckedAt({ at, check, words }: CheckedAtProps) {
  const { language } = useLanguage()
  return (
    <div className={layoutStyles.stackTight}>
      <div className={layoutStyles.row}>
        <span className={textStyles.soft}>
          {at === null ? (
            words.checking
          ) : (
            <>
              {words.checked} <AgoTime at={at} />
            </>
          )}
        </span>
        <button
          type="button"
          className={textStyles.quietButton}
          aria-disabled={check.isFetching}
          onClick={() => !check.isFetching && void check.refetch()}
        >
          {words.checkNow}
        </button>
      </div>
      <FailureLine>{check.error === null ? '' : (failureSentence(language, check.error) ?? '')}</FailureLine>
    </div>
  )
}
