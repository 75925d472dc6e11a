import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'
import { signOut } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import accountPartStyles from '../../../shared/settings/account-part.module.css'
import { AccountPart } from '../../../shared/settings/account-part.tsx'
import { formatInstant } from '../../../shared/time/day-and-time.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { deviceIn } from '../../../shared/words/device-name.ts'
import { useLanguage, useWords } from '../../../shared/words/language.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { callSteppedUp } from './step-up.ts'

const KEY = ['sessions']

/** Every signed-in browser, and the button that signs it out. */
export function SessionsPart() {
  const words = useWords(accountPageWords)
  const { language } = useLanguage()
  const sessions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('listSessions', { signal }) }).data?.sessions
  const { isBusy, error, save } = useMutation()
  const invalidate = () => queryClient.invalidateQueries({ queryKey: KEY })
  const end = (session: string) =>
    void save(async () => {
      await callSteppedUp('endSession', { params: { session } })
      await invalidate()
    }, words.sessionEnded)
  const endOthers = () =>
    void save(async () => {
      await callSteppedUp('endOtherSessions', {})
      await invalidate()
    }, words.othersEnded)
  return (
    <AccountPart title={words.sessions} text={words.sessionsText}>
      <ul className={layoutStyles.hidesEmpty} aria-busy={sessions === undefined}>
        {sessions?.map((session) => (
          <li key={session.id} className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}>
            <div>
              <strong>{session.device ? deviceIn(session.device, language) : words.unknownDevice}</strong>
              <p className={textStyles.soft}>
                {session.isCurrent ? words.thisDevice : formatInstant(session.lastUsedAt, language)}
                {session.city && ` · ${session.city}`}
              </p>
            </div>
            <button
              type="button"
              className={textStyles.quietButton}
              onClick={() => (session.isCurrent ? void save(signOut) : end(session.id))}
            >
              {words.signOut}
              <span className={textStyles.unseen}> {deviceIn(session.device, language)}</span>
            </button>
          </li>
        ))}
      </ul>
      <FailureLine>{error}</FailureLine>
      {(sessions?.length ?? 0) > 1 && (
        <div className={layoutStyles.row}>
          <Button variant="default" loading={isBusy} onClick={endOthers}>
            {words.signOutOthers}
          </Button>
        </div>
      )}
    </AccountPart>
  )
}
