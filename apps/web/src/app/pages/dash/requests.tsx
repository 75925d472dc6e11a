import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { User } from '@waybill/contract/identity/profile-endpoints'
import { EVERYONE } from '@waybill/contract/transfers/views'
import { EditRequest } from '../../../features/requests/form/edit-request.tsx'
import { MadeRequest } from '../../../features/requests/form/made-request.tsx'
import { MonthNote } from '../../../features/requests/form/month-note.tsx'
import { NewRequest } from '../../../features/requests/form/new-request.tsx'
import requestFormStyles from '../../../features/requests/form/request-form.module.css'
import { requestFormWords } from '../../../features/requests/form/words/request-form-words.ts'
import requestListStyles from '../../../features/requests/list/request-list.module.css'
import { RequestList } from '../../../features/requests/list/request-list.tsx'
import {
  GALLERY,
  type RequestListParams,
  readRequestListParams,
} from '../../../features/requests/request-list-params.ts'
import { useRequestWords } from '../../../features/requests/request-words.ts'
import { ReadyGallery } from '../../../features/requests/templates/ready-gallery.tsx'
import { TemplateMenu } from '../../../features/requests/templates/template-menu.tsx'
import { useRequestMonth } from '../../../features/requests/use-requests.ts'
import { requestsWords } from '../../../features/requests/words/requests-words.ts'
import { ME, MemberFilter, useSeesTeam } from '../../../features/transfers/list/member-filter.tsx'
import { useAccount } from '../../../shared/api/session.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { useRemembered } from '../../../shared/ui/lists/use-remembered.ts'
import { Icon } from '../../../shared/ui/marks/icons.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import linesStyles from '../../../shared/ui/styles/lines.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'

interface Search {
  view?: string
  q?: string
  member?: string
  /** The form for a new request is open, perhaps with a template; 'gallery': the ready templates. */
  new?: string
  template?: string
  /** The slug of the request in the edit form. */
  edit?: string
  /** The slug of the request that was just made. */
  made?: string
}

/** The account's file requests; the address says whether a new one, an edit or the confirmation is open. */
export function RequestsPage() {
  const account = useAccount()
  const search = useSearch({ strict: false }) as Search
  if (!account) return null
  if (search.edit) return <Editing account={account} request={search.edit} />
  if (search.made) return <JustMade slug={search.made} />
  if (search.new === GALLERY) return <Choosing />
  if (search.new !== undefined) return <Writing account={account} template={search.template} />
  return <Listed search={search} />
}

function Listed({ search }: { search: Search }) {
  const words = useWords(requestsWords)
  usePageTitle(words.title)
  const params = readRequestListParams({ ...search })
  const month = useRequestMonth()
  const navigate = useNavigate()
  const seesTeam = useSeesTeam()
  const show = (next: RequestListParams) =>
    void navigate({ to: '.', search: readRequestListParams({ ...next }) as never, replace: next.q !== params.q })
  useRemembered(
    'requests',
    { ...params },
    (kept) => void navigate({ to: '.', search: readRequestListParams({ ...params, ...kept }) as never, replace: true }),
  )
  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.below} ${requestListStyles.requestHead}`}>
        <h1 className={dashPageStyles.dashTitle}>{words.title}</h1>
        <div className={`${layoutStyles.row} ${requestListStyles.requestHeadActs}`}>
          <MonthNote month={month} />
          <span className={requestListStyles.requestNew}>
            <Button
              leftSection={<Icon name="requests" />}
              renderRoot={(props) => <Link to="/dash/requests" search={{ new: '' }} {...props} />}
            >
              {words.newRequest}
            </Button>
            <TemplateMenu />
          </span>
        </div>
      </div>
      <RequestList
        params={params}
        whose={!seesTeam || params.member === ME ? null : (params.member ?? EVERYONE)}
        memberFilter={
          seesTeam && (
            <MemberFilter
              member={params.member}
              label={words.memberLabel}
              onChoose={(member) => show({ ...params, member })}
            />
          )
        }
        onParams={show}
      />
    </>
  )
}

function Choosing() {
  const words = useRequestWords(requestFormWords)
  return (
    <>
      <Head title={words.galleryName} />
      <ReadyGallery />
    </>
  )
}

function Writing({ account, template }: { account: User; template: string | undefined }) {
  const words = useRequestWords(requestFormWords)
  const navigate = useNavigate()
  return (
    <>
      <Head title={words.newName} />
      <NewRequest
        account={account}
        template={template}
        onMade={({ slug }) => void navigate({ to: '/dash/requests', search: { made: slug }, replace: true })}
        onEnd={() => void navigate({ to: '/dash/requests' })}
      />
    </>
  )
}

function Editing({ account, request }: { account: User; request: string }) {
  const words = useRequestWords(requestFormWords)
  const navigate = useNavigate()
  return (
    <>
      <Head title={words.editName} />
      <EditRequest account={account} request={request} onEnd={() => void navigate({ to: '/dash/requests' })} />
    </>
  )
}

function JustMade({ slug }: { slug: string }) {
  const words = useRequestWords(requestFormWords)
  const list = useWords(requestsWords)
  usePageTitle(words.madeName)
  return (
    <>
      <Way title={list.title} />
      <MadeRequest key={slug} slug={slug} />
    </>
  )
}

function Head({ title }: { title: string }) {
  const list = useWords(requestsWords)
  usePageTitle(title)
  return (
    <>
      <Way title={list.title} />
      <h1 className={dashPageStyles.dashTitle}>{title}</h1>
    </>
  )
}

/** The way back to the list. */
function Way({ title }: { title: string }) {
  return (
    <nav
      className={`${textStyles.soft} ${layoutStyles.large} ${linesStyles.lineTight} ${requestFormStyles.requestWay}`}
      aria-label={title}
    >
      <Icon name="back" size={16} />
      <Link to="/dash/requests">{title}</Link>
    </nav>
  )
}
