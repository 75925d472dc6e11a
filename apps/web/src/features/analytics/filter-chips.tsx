import { Link } from '@tanstack/react-router'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import type { AnalyticsParams } from './analytics-params.ts'
import styles from './filter-chips.module.css'
import { countryName } from './map/country-sentence.ts'
import { analyticsWords } from './words/analytics-words.ts'

interface FilterChipsProps {
  params: AnalyticsParams
  /** Of the file that the parameters name: null where it is not the account's, undefined until it is known. */
  fileName: string | null | undefined
}

/** The active filters; a click removes one. */
export function FilterChips({ params, fileName }: FilterChipsProps) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const { contact, country, file } = params
  const chips = [
    ...(contact === undefined ? [] : [{ key: 'contact', name: contact || words.linkHolder }]),
    ...(country === undefined
      ? []
      : [{ key: 'country', name: countryName(country === 'ZZ' ? null : country, language) }]),
    ...(file === undefined
      ? []
      : [{ key: 'file', name: fileName === undefined ? words.oneFile : (fileName ?? words.unknownFile) }]),
  ]
  if (chips.length === 0) return null
  return (
    <ul
      className={`${layoutStyles.wrap} ${layoutStyles.gapTight} ${layoutStyles.below} ${styles.filterChips}`}
      aria-label={words.only}
    >
      {chips.map(({ key, name }) => (
        <li key={key}>
          <Link to="." search={{ ...params, [key]: undefined } as never} aria-label={words.dropFilter(name)}>
            {words.onlyContact(name)}
            <Icon name="remove" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
