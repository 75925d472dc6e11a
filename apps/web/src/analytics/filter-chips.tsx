import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icons.tsx'
import { analyticsWords } from '../words/analytics.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import type { AnalyticsPlace } from './analytics-place.ts'
import { countryName } from './country-sentence.ts'
import './filter-chips.css'

/** What everything is narrowed to; a press takes one away. */
export function FilterChips({ place, fileName }: { place: AnalyticsPlace; fileName: string | null }) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const { contact, country, file } = place
  const chips = [
    ...(contact === undefined ? [] : [{ key: 'contact', name: contact || words.linkHolder }]),
    ...(country === undefined
      ? []
      : [{ key: 'country', name: countryName(country === 'ZZ' ? null : country, language) }]),
    ...(file === undefined ? [] : [{ key: 'file', name: fileName ?? words.unknownFile }]),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={words.only}>
      {chips.map(({ key, name }) => (
        <li key={key}>
          <Link to="." search={{ ...place, [key]: undefined } as never} aria-label={words.dropFilter(name)}>
            {words.onlyContact(name)}
            <Icon name="remove" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
