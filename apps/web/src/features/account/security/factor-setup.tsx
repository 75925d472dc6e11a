import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut, useAccount } from '../../../shared/api/session.ts'
import { useMutation } from '../../../shared/api/use-mutation.ts'
import { Button } from '../../../shared/ui/fields/button.ts'
import { FailureLine } from '../../../shared/ui/fields/failure-line.tsx'
import dashPageStyles from '../../../shared/ui/page/dash-page.module.css'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { DeletePart } from '../profile/own-things-tab.tsx'
import { accountPageWords } from '../words/account-page-words.ts'
import { PasskeysPart } from './passkeys-part.tsx'
import { StepUpDialog } from './step-up-dialog.tsx'
import { TotpPart } from './totp-part.tsx'

/**
 * What an account may do before it has the second factor that its team requires. It stays after one is set up, until its
 * owner leaves it: recovery codes are shown only once.
 */
export function FactorSetup({ onEnd }: { onEnd: () => void }) {
  const words = useWords(accountPageWords)
  usePageTitle(words.factorRequired)
  const account = useAccount()
  if (!account) return null
  const { secondFactorRule: rule, parentAdmin } = account
  return (
    <div className={layoutStyles.stack}>
      <h1 className={dashPageStyles.dashTitle}>{words.factorRequired}</h1>
      <p>{parentAdmin ? words.factorRequiredText(parentAdmin.parentEmail) : words.factorRequiredOwn}</p>
      <p className={textStyles.soft}>
        {words.factorNoPassword}{' '}
        <Link to="/login" search={{ forgotPass: 'true', user: account.email }}>
          {words.factorSetPassword}
        </Link>
      </p>
      <TotpPart account={account} />
      <PasskeysPart />
      {rule !== 'unmet' && (
        <div className={layoutStyles.row} role="status">
          <span>{rule === 'met' ? words.factorDone : words.factorNoLonger}</span>
          <Button onClick={onEnd}>{words.toAccount}</Button>
        </div>
      )}
      {rule === 'unmet' && <OtherWays />}
      <StepUpDialog />
    </div>
  )
}

/** Leaving without a second factor. */
function OtherWays() {
  const words = useWords(accountPageWords)
  const account = useAccount()
  const [isLeaving, setLeaving] = useState(false)
  const { isBusy, error, save } = useMutation()
  return (
    <>
      <div className={layoutStyles.row}>
        <Button variant="default" loading={isBusy} onClick={() => void save(signOut)}>
          {words.signOut}
        </Button>
        {!isLeaving && (
          <button type="button" className={textStyles.quietButton} onClick={() => setLeaving(true)}>
            {words.deleteAccount}
          </button>
        )}
      </div>
      <FailureLine>{error}</FailureLine>
      {isLeaving && account && <DeletePart account={account} />}
    </>
  )
}
