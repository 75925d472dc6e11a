import { useState } from 'react'
import { Address } from '../../../../shared/ui/marks/address.tsx'
import { Icon } from '../../../../shared/ui/marks/icons.tsx'
import { useWords } from '../../../../shared/words/language.tsx'
import { ZoneSelect } from '../../zone-select.tsx'
import { useDraft } from '../draft/draft-context.ts'
import { withPerson } from '../draft/people-draft.ts'
import type { PersonDraft } from '../draft/request-draft.ts'
import { requestFormWords } from '../words/request-form-words.ts'
import './people-details.css'

/** What is known of each: for names of files, for their own deadline, for the language of their mails. */
export function PeopleDetails() {
  const words = useWords(requestFormWords)
  const { draft, change } = useDraft()
  const named = draft.people.filter(({ name, company }) => name !== '' || company !== '').length
  const everybody = (next: Partial<PersonDraft>) =>
    change(({ people }) => ({ people: people.map((person) => ({ ...person, ...next })) }))
  const common = <Key extends 'timeZone' | 'lang'>(key: Key) => {
    const [first] = draft.people
    return first && draft.people.every((person) => person[key] === first[key]) ? first[key] : ''
  }
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="request-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {words.peopleDetails}{' '}
        <span className="request-fold-note soft">{words.peopleNamed(named, draft.people.length)}</span>
      </summary>
      {isOpen && draft.people.length > 1 && (
        <div className="person-line person-line-all">
          <strong>{words.everybody}</strong>
          <ZoneSelect
            label={words.zoneOf(words.everybody)}
            none={words.zoneUnknown}
            zone={common('timeZone')}
            onChoose={(timeZone) => everybody({ timeZone })}
          />
          <LanguageSelect who={words.everybody} lang={common('lang')} onChoose={(lang) => everybody({ lang })} />
        </div>
      )}
      <ul className="person-lines">
        {isOpen && draft.people.map((person) => <PersonLine key={person.email} person={person} />)}
      </ul>
    </details>
  )
}

function PersonLine({ person }: { person: PersonDraft }) {
  const words = useWords(requestFormWords)
  const { change, faultOf } = useDraft()
  const { email } = person
  const edit = (next: Partial<PersonDraft>) => change(({ people }) => withPerson(people, email, () => next))
  const fault = faultOf(`person-${email}`)
  return (
    <li className="person-line" id={`person-${email}`} tabIndex={-1}>
      <p className="person-line-address">
        <Icon name="mail" size={16} /> <Address of={email} />
      </p>
      <input
        className="text-field"
        aria-label={words.nameOf(email)}
        placeholder={words.personName}
        maxLength={200}
        value={person.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <input
        className="text-field"
        aria-label={words.companyOf(email)}
        placeholder={words.personCompany}
        maxLength={200}
        value={person.company}
        onChange={(event) => edit({ company: event.currentTarget.value })}
      />
      <ZoneSelect
        label={words.zoneOf(email)}
        none={words.zoneUnknown}
        zone={person.timeZone}
        onChoose={(timeZone) => edit({ timeZone })}
      />
      <LanguageSelect who={email} lang={person.lang} onChoose={(lang) => edit({ lang })} />
      {fault && (
        <p className="field-error" role="alert">
          {words.faults[fault]}
        </p>
      )}
    </li>
  )
}

interface LanguageSelectProps {
  who: string
  lang: PersonDraft['lang']
  onChoose: (lang: PersonDraft['lang']) => void
}

function LanguageSelect({ who, lang, onChoose }: LanguageSelectProps) {
  const words = useWords(requestFormWords)
  return (
    <select
      className="text-field"
      aria-label={words.languageOf(who)}
      value={lang}
      onChange={(event) => onChoose(event.currentTarget.value as PersonDraft['lang'])}
    >
      <option value="">{words.languageAsAll}</option>
      <option value="en">English</option>
      <option value="zh">中文</option>
    </select>
  )
}
