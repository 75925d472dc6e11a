import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import type { ActivityEntry } from '@waybill/contract/workspaces/activity-endpoints'
import { activityParts } from '@waybill/contract/workspaces/activity-kinds'
import { formatDay } from '../../../shared/time/moment.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { ListFailed } from '../../../shared/ui/lists/list-failed.tsx'
import { ListMore } from '../../../shared/ui/lists/list-more.tsx'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import partsStyles from '../../../shared/ui/styles/parts.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import styles from './activity-tab.module.css'
import { daysOf } from './days-of.ts'
import {
  type ActivityFilter,
  type ActivityReading,
  readActivityFilter,
  saveActivity,
  useActivity,
} from './use-activity.ts'
import { activityWords } from './words/activity-words.ts'

/** What the team did, for its admin and managers. The address has the filters. */
export function ActivityTab({ account }: { account: User }) {
  const words = useWords(activityWords)
  const filter = readActivityFilter(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (next: ActivityFilter) => void navigate({ to: '.', search: next as never, replace: true })
  const reading = useActivity(filter)
  return (
    <section className={`${partsStyles.paper} ${layoutStyles.stack}`} aria-label={words.title}>
      <div>
        <h2>{words.title}</h2>
        <p className={textStyles.soft}>{words.text}</p>
        <p className={textStyles.soft}>{words.unknown}</p>
      </div>
      <Filters account={account} filter={filter} onFilter={show} />
      <Entries reading={reading} isFiltered={Object.keys(filter).length > 0} />
      <ListMore list={reading} label={words.more} />
    </section>
  )
}

interface FiltersProps {
  account: User
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
}

function Filters({ account, filter: { member, part }, onFilter }: FiltersProps) {
  const words = useWords(activityWords)
  return (
    <div className={layoutStyles.wrap}>
      <span>
        <select
          className={fieldStyles.textField}
          aria-label={words.memberLabel}
          value={member ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...(value ? { member: value } : {}), ...(part ? { part } : {}) })
          }
        >
          <option value="">{words.everyone}</option>
          {account.team.map(({ _id, fullName, email }) => (
            <option key={_id} value={_id}>
              {fullName || email}
            </option>
          ))}
        </select>
      </span>
      <span>
        <select
          className={fieldStyles.textField}
          aria-label={words.partLabel}
          value={part ?? ''}
          onChange={({ currentTarget: { value } }) => onFilter(readActivityFilter({ member, part: value }))}
        >
          <option value="">{words.anyPart}</option>
          {activityParts.map((one) => (
            <option key={one} value={one}>
              {words.parts[one]}
            </option>
          ))}
        </select>
      </span>
      <Button
        variant="default"
        onClick={() => void saveActivity({ ...(member ? { member } : {}), ...(part ? { part } : {}) })}
        leftSection={<Icon name="download" />}
      >
        {words.export}
      </Button>
    </div>
  )
}

function Entries({ reading, isFiltered }: { reading: ActivityReading; isFiltered: boolean }) {
  const words = useWords(activityWords)
  const { language } = useLanguage()
  const { entries, timeZone, error, retry } = reading
  if (error && timeZone === null) return <ListFailed error={error} again={words.again} onAgain={retry} />
  if (timeZone === null) return <div className={partsStyles.waiting} role="status" aria-label={words.loading} />
  if (entries.length === 0) {
    return isFiltered ? (
      <p className={textStyles.soft}>{words.nothingFound}</p>
    ) : (
      <div>
        <h3>{words.emptyTitle}</h3>
        <p className={textStyles.soft}>{words.emptyText}</p>
      </div>
    )
  }
  return daysOf(entries, timeZone).map(({ day, entries: ofDay }) => (
    <section key={day} aria-labelledby={`activity-${day}`}>
      <h3 id={`activity-${day}`}>{formatDay(`${day}T00:00:00Z`, 'utc', language)}</h3>
      <ol className={`${layoutStyles.ruledList} ${styles.activityDay}`}>
        {ofDay.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Entry({ entry }: { entry: ActivityEntry & { time: string } }) {
  const words = useWords(activityWords)
  const { kind, actor, subject, slug, files, memberRole, plan, at, time } = entry
  const sentence = words.kinds[kind]({
    whom: subject?.name ?? '',
    count: files ?? 0,
    role: memberRole ?? '',
    from: plan ? (words.plans[plan.from] ?? plan.from) : '',
    to: plan ? (words.plans[plan.to] ?? plan.to) : '',
  })
  return (
    <li>
      <time className={`${textStyles.mono} ${textStyles.soft}`} dateTime={at}>
        {time}
      </time>
      <span>
        <strong>{actor?.name ?? words.service}</strong> {sentence}
        {slug !== null && (
          <>
            {' · '}
            <Link
              to={entry.part === 'requests' ? '/dash/requests/$slug' : '/dash/transfers/$slug'}
              params={{ slug }}
              className={textStyles.mono}
              aria-label={words.open(slug)}
            >
              {slug}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}
