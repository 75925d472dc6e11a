import type { Region } from '@waybill/contract/uploads/regions'
import { regionNames } from '../../../shared/places/region-names.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { readTimes } from '../upload/race-routes.ts'
import { routeWords } from '../upload/words/route-words.ts'

/** A quiet line: in which region the files will be, and what the race of the day measured to it. */
export function RouteNote({ region }: { region: Region }) {
  const words = useWords(routeWords)
  const { language } = useLanguage()
  const place = regionNames[language][region]
  const ms = readTimes()?.[region]
  return (
    <p className={`${textStyles.soft} ${layoutStyles.small}`}>
      {ms === undefined ? words.stored(place) : words.timed(place, ms)}
    </p>
  )
}
