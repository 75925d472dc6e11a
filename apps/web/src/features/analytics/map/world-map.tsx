import type { CountryCount } from '@waybill/contract/tracking/analytics-endpoints'
import { geoEqualEarth, geoPath } from 'd3-geo'
import type { CSSProperties, ReactNode } from 'react'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'world-atlas/countries-110m.json' with { type: 'json' }
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { analyticsWords } from '../words/analytics-words.ts'
import { codeOfNumber, dots } from './country-codes.ts'
import { countrySentence } from './country-sentence.ts'
import { SHADES, shadeOf } from './shade.ts'
import styles from './world-map.module.css'

const WIDTH = 960
const HEIGHT = 440
const ANTARCTICA = '010'
const DOT_RADIUS = 6

const world = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>
const shapes = feature(world, world.objects.countries).features.filter(({ id }) => id !== ANTARCTICA)
const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: shapes })
const draw = geoPath(projection).digits(1)
const land = shapes.map((shape) => draw(shape) ?? '').join('')
const outlines = new Map(
  shapes.map((shape) => [codeOfNumber.get(String(shape.id ?? shape.properties.name)) ?? '', draw(shape) ?? '']),
)

interface WorldMapProps {
  countries: readonly CountryCount[]
  hasOpenings: boolean
  /** The target of a click on a country. */
  linkTo: (country: string, drawing: ReactNode, label: string) => ReactNode
}

/** Countries by their downloads and openings, from light to dark; each is a link. Loaded on first use. */
export function WorldMap({ countries, hasOpenings, linkTo }: WorldMapProps) {
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  const most = Math.max(1, ...countries.map(weightOf))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds no drawing
    <svg className={styles.worldMap} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={words.mapLabel}>
      <path className={styles.worldLand} d={land} />
      {dotsLast(countries).map((count) => {
        const drawing = count.country === null ? null : drawingOf(count.country)
        if (count.country === null || drawing === null) return null
        const label = countrySentence(count, language, hasOpenings)
        return linkTo(
          count.country,
          <g
            className={styles.worldCountry}
            style={{ '--shade': `${(100 * shadeOf(weightOf(count), most)) / SHADES}%` } as CSSProperties}
          >
            <title>{label}</title>
            {drawing}
          </g>,
          label,
        )
      })}
    </svg>
  )
}

/** Drawn first: a country beside a dot, such as China beside Hong Kong, would cover the dot. */
const dotsLast = (countries: readonly CountryCount[]): CountryCount[] =>
  countries.toSorted((one, other) => Number(isDot(one)) - Number(isDot(other)))

const isDot = ({ country }: CountryCount) => country !== null && !outlines.has(country)

const weightOf = ({ downloads, openings }: CountryCount) => downloads + openings

function drawingOf(code: string): ReactNode {
  const outline = outlines.get(code)
  if (outline !== undefined) return <path d={outline} />
  const dot = dots.get(code)
  const at = dot && projection([dot[0], dot[1]])
  return at ? <circle cx={at[0].toFixed(1)} cy={at[1].toFixed(1)} r={DOT_RADIUS} /> : null
}
