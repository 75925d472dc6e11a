import type { Language } from '@waybill/contract/core/fields'
import type { AnalyticsTable, ContactCount } from '@waybill/contract/tracking/analytics-endpoints'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/fields/button.ts'
import { Address } from '../../shared/ui/marks/address.tsx'
import { Icon } from '../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import analyticsStyles from './analytics.module.css'
import type { AnalyticsParams } from './analytics-params.ts'
import countTableStyles from './count-table.module.css'
import { CountTable } from './count-table.tsx'
import { formatSpan } from './format-span.ts'
import { CountryPart } from './map/country-part.tsx'
import { TimeBars, TimeTable } from './time-bars.tsx'
import { type Analytics, saveTable } from './use-analytics.ts'
import { analyticsWords } from './words/analytics-words.ts'

interface PanelProps {
  table: AnalyticsTable
  title: string
  asked: AnalyticsParams
  children: ReactNode
}

/** One question with its answer, which the reader can export. */
function Panel({ table, title, asked, children }: PanelProps) {
  const words = useWords(analyticsWords)
  return (
    <section
      className={`${partsStyles.paper} ${analyticsStyles.analyticsPanel}`}
      aria-labelledby={`analytics-${table}`}
    >
      <header className={layoutStyles.ends}>
        <h2 id={`analytics-${table}`}>{title}</h2>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          aria-label={words.csvOf(title)}
          onClick={() => void saveTable(table, asked)}
        >
          {words.csv}
        </Button>
      </header>
      {children}
    </section>
  )
}

/** People open pages, not files: a filter by one file has no openings. */
export const hasOpenings = (data: Analytics, params: AnalyticsParams): boolean =>
  params.file === undefined && data.fileName === null

interface AnalyticsPanelsProps {
  data: Analytics
  /** As in the address. */
  params: AnalyticsParams
  /** As the server was asked. */
  asked: AnalyticsParams
}

/** All counts, each panel filtered by the same people, files and countries. */
export function AnalyticsPanels({ data, params, asked }: AnalyticsPanelsProps) {
  const words = useWords(analyticsWords)
  const { times, each } = data
  const tellsOpenings = hasOpenings(data, params)
  const tellsNever = tellsOpenings && params.country === undefined
  return (
    <>
      <Panel table="times" title={words.when} asked={asked}>
        <TimeBars times={times} each={each} of="downloads" />
        {tellsOpenings && <TimeBars times={times} each={each} of="openings" />}
        <TimeTable times={times} each={each} hasOpenings={tellsOpenings} />
      </Panel>
      <Panel table="countries" title={words.byCountry} asked={asked}>
        <CountryPart countries={data.countries} params={params} hasOpenings={tellsOpenings} />
      </Panel>
      <Panel table="contacts" title={words.byContact} asked={asked}>
        <Contacts data={data} params={params} />
      </Panel>
      <Panel table="files" title={words.byFile} asked={asked}>
        <Files data={data} params={params} />
      </Panel>
      {tellsNever && (
        <Panel table="never-fetched" title={words.never} asked={asked}>
          <NeverFetched data={data} />
        </Panel>
      )}
    </>
  )
}

interface PartProps {
  data: Analytics
  params: AnalyticsParams
}

function Contacts({ data, params }: PartProps) {
  const { contacts, contactCount } = data
  const words = useWords(analyticsWords)
  const { language } = useLanguage()
  if (contacts.length === 0) return <p className={textStyles.soft}>{words.nobody}</p>
  return (
    <>
      <CountTable
        head={words.contact}
        caption={words.byContact}
        hasOpenings={hasOpenings(data, params)}
        rows={contacts.map((contact) => ({
          ...contact,
          key: contact.email,
          name: contact.email || words.linkHolder,
          note: habitsOf(contact, language),
          to: { ...params, contact: contact.email },
        }))}
      />
      <FirstOf shown={contacts.length} count={contactCount} />
    </>
  )
}

function habitsOf({ medianSeconds, bestHour }: ContactCount, language: Language): string | null {
  const words = analyticsWords[language]
  const told = [
    ...(medianSeconds === null ? [] : [words.median(formatSpan(medianSeconds, language))]),
    ...(bestHour === null ? [] : [words.bestHour(bestHour)]),
  ]
  return told.length === 0 ? null : told.join(' · ')
}

function Files({ data: { files, fileCount }, params }: PartProps) {
  const words = useWords(analyticsWords)
  if (files.length === 0) return <p className={textStyles.soft}>{words.none}</p>
  return (
    <>
      <CountTable
        head={words.file}
        caption={words.byFile}
        hasOpenings={false}
        rows={files.map((file) => ({
          ...file,
          key: file._id,
          name: file.fileName ?? words.goneFile,
          to: { ...params, file: file._id },
        }))}
      />
      <FirstOf shown={files.length} count={fileCount} />
    </>
  )
}

function NeverFetched({ data: { neverFetched, neverFetchedCount, contacts } }: { data: Analytics }) {
  const words = useWords(analyticsWords)
  if (neverFetched.length === 0) {
    return (
      <p className={textStyles.soft}>{contacts.some(({ mails }) => mails > 0) ? words.allFetched : words.nobody}</p>
    )
  }
  return (
    <>
      <p className={textStyles.soft}>{words.neverMeans}</p>
      <table className={`${layoutStyles.large} ${countTableStyles.countTable}`}>
        <caption className={textStyles.unseen}>{words.never}</caption>
        <thead>
          <tr>
            <th scope="col">{words.contact}</th>
            <th scope="col">{words.mails}</th>
            <th scope="col">{words.openings}</th>
          </tr>
        </thead>
        <tbody>
          {neverFetched.map(({ email, mails, openings }) => (
            <tr key={email}>
              <th scope="row">
                <Address of={email} />
              </th>
              <td className={textStyles.mono}>{mails}</td>
              <td className={textStyles.mono}>{openings}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <FirstOf shown={neverFetched.length} count={neverFetchedCount} />
    </>
  )
}

function FirstOf({ shown, count }: { shown: number; count: number }) {
  const words = useWords(analyticsWords)
  return count > shown ? <p className={textStyles.soft}>{words.firstOf(shown, count)}</p> : null
}
