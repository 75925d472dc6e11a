import { useNavigate } from '@tanstack/react-router'
import type { CountryCount } from '@waybill/contract/tracking/analytics-endpoints'
import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import type { AnalyticsParams } from '../analytics-params.ts'
import { CountTable } from '../count-table.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import styles from './country-part.module.css'
import { countryName } from './country-sentence.ts'
import worldMapStyles from './world-map.module.css'

const WorldMap = lazyPart(async () => (await import('./world-map.tsx')).WorldMap)

interface CountryPartProps {
  countries: readonly CountryCount[]
  /** The other filters of the page that it leads to. */
  params: AnalyticsParams
  /** The number of rows; absent: all. */
  take?: number
  /** Files are not opened. */
  hasOpenings?: boolean
}

/** The map, and the same numbers as a table beside it. */
export function CountryPart({ countries, params, take, hasOpenings = true }: CountryPartProps) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const rows = countries.slice(0, take ?? countries.length)
  return (
    <div className={styles.countryPart}>
      <Suspense fallback={<div className={worldMapStyles.worldMap} />}>
        <WorldMap
          countries={countries}
          hasOpenings={hasOpenings}
          linkTo={(country, drawing, label) => (
            <MapLink key={country} params={{ ...params, country }} label={label}>
              {drawing}
            </MapLink>
          )}
        />
      </Suspense>
      {rows.length === 0 ? (
        <p className={textStyles.soft}>{words.nowhereYet}</p>
      ) : (
        <CountTable
          head={words.country}
          caption={words.byCountry}
          hasOpenings={hasOpenings}
          rows={rows.map(({ country, ...counts }) => ({
            key: country ?? 'ZZ',
            name: countryName(country, language),
            to: { ...params, country: country ?? 'ZZ' },
            ...counts,
          }))}
        />
      )}
    </div>
  )
}

/** A link inside an SVG, which the router's own link cannot make. */
function MapLink({ params, label, children }: { params: AnalyticsParams; label: string; children: ReactNode }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void navigate({ to: '/dash/analytics' as never, search: params as never })
  }
  return (
    <a href={`/dash/analytics?${new URLSearchParams({ ...params })}`} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
